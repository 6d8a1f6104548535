/// `{{neq a b}}`: `eq` the other way round.
struct NeqHelper: TemplateHelper {
    let names = ["neq"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.answer(!TemplateComparison.areEqual(call.subject, call.parameter(1)))
    }
}
