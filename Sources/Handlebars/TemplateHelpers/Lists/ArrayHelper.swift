/// `{{array a b c}}`: a list of its arguments; an empty one when the first of them is nothing.
struct ArrayHelper: TemplateHelper {
    let names = ["array"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { .list(call.parameter(0).isNull ? [] : call.parameters) }
}
