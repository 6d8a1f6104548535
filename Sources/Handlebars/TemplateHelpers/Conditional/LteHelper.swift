/// `{{lte a b}}`: whether a is at most b.
struct LteHelper: TemplateHelper {
    let names = ["lte"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.answer(TemplateComparison.order(call) <= 0) }
}
