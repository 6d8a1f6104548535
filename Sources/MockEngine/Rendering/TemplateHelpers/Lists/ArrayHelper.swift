/// `{{array a b c}}`: a list of its arguments.
struct ArrayHelper: TemplateHelper {
    let names = ["array"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { .list(call.parameters) }
}
