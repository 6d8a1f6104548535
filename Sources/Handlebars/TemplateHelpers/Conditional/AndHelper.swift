/// `{{and a b …}}`: whether `if` takes all of them for yes.
struct AndHelper: TemplateHelper {
    let names = ["and"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.answer(!call.subject.isFalsy && call.parameters.allSatisfy { !$0.isFalsy })
    }
}
