/// `{{and a b …}}`: whether `if` takes all of them for yes.
struct AndHelper: TemplateHelper {
    let names = ["and"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.answer(!call.subject.isFalsy && call.parameters.allSatisfy { !$0.isFalsy })
    }
}

/// `{{not a}}`: whether `if` takes it for no.
struct NotHelper: TemplateHelper {
    let names = ["not"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.answer(call.subject.isFalsy) }
}

/// `{{or a b …}}`: whether `if` takes one of them for yes.
struct OrHelper: TemplateHelper {
    let names = ["or"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.answer(!call.subject.isFalsy || call.parameters.contains { !$0.isFalsy })
    }
}
