/// `{{lt a b}}`: whether a is less than b.
struct LtHelper: TemplateHelper {
    let names = ["lt"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.answer(TemplateComparison.order(call) < 0) }
}
