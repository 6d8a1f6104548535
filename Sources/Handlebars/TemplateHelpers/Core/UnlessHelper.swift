/// `{{#unless value}}…{{else}}…{{/unless}}`: `if` the other way round.
struct UnlessHelper: TemplateHelper {
    let names = ["unless"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.isMet { try call.renderInverse() } else { try call.renderBody() }
        return .null
    }
}
