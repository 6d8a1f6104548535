/// `{{gt a b}}`: whether a is greater than b; two numbers, or two texts.
struct GtHelper: TemplateHelper {
    let names = ["gt"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.answer(TemplateComparison.order(call) > 0) }
}
