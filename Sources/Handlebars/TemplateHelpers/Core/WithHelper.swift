/// `{{#with value}}…{{else}}…{{/with}}`: the body in another context.
struct WithHelper: TemplateHelper {
    let names = ["with"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.subject.isFalsy { try call.renderInverse() } else { try call.renderBody(with: call.subject) }
        return .null
    }
}
