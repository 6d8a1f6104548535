/// `{{gte a b}}`: whether a is at least b.
struct GteHelper: TemplateHelper {
    let names = ["gte"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.answer(TemplateComparison.order(call) >= 0) }
}
