/// `{{eq a b}}`: whether both are equal; numbers by value, a list of values never equals a text.
struct EqHelper: TemplateHelper {
    let names = ["eq"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.answer(TemplateComparison.areEqual(call.subject, call.parameter(1)))
    }
}
