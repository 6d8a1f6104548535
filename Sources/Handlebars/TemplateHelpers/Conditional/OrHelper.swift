/// `{{or a b …}}`: whether `if` takes one of them for yes.
struct OrHelper: TemplateHelper {
    let names = ["or"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.answer(!call.subject.isFalsy || call.parameters.contains { !$0.isFalsy })
    }
}
