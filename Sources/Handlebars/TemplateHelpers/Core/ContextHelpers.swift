/// `{{#with value}}…{{else}}…{{/with}}`: the body in another context.
struct WithHelper: TemplateHelper {
    let names = ["with"]
    let arguments = 0...1
    let needsBlock = true
    let blockContext: TemplateBlockContext? = .other
    let options: [String]? = []
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.subject.isFalsy { try call.renderInverse() } else { try call.renderBody(with: call.subject) }
        return .null
    }
}

/// `{{log text…}}`: prints nothing (as in WireMock, which writes the text to its log).
struct LogHelper: TemplateHelper {
    let names = ["log"]
    let printsNothing = true
    let options: [String]? = ["level"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { .null }
}

/// `{{lookup map key}}`, `{{lookup list index}}`. If there is no such value, here or in the contexts around the call, prints the first
/// argument itself (as in Handlebars.java 4.3).
struct LookupHelper: TemplateHelper {
    let names = ["lookup"]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let subject = call.subject
        guard call.parameters.count > 1, !subject.isNull else { return subject }
        let key = call.parameter(1).printed
        try call.reads(key, pace: 10)
        let found = try call.member(key, of: subject)
        if !found.isNull { return found }
        let deeper = try call.lookUp(key, in: subject)
        return deeper.isNull ? subject : deeper
    }
}
