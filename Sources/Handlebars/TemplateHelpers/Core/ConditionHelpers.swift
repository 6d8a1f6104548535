/// `{{#if value}}…{{else}}…{{/if}}`; with `includeZero=true` zero counts as true.
struct IfHelper: TemplateHelper {
    let names = ["if"]
    let arguments = 0...1
    let needsBlock = true
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["includeZero"]
    let flags = ["includeZero"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.isMet { try call.renderBody() } else { try call.renderInverse() }
        return .null
    }
}

extension HelperCall {
    /// Whether the first argument, or without arguments the context, is true for `if`.
    var isMet: Bool {
        if isSet("includeZero"), subject.isNumber, subject.double == 0 { return true }
        return !subject.isFalsy
    }
}

/// `{{#unless value}}…{{else}}…{{/unless}}`: the opposite of `if`.
struct UnlessHelper: TemplateHelper {
    let names = ["unless"]
    let arguments = 0...1
    let needsBlock = true
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["includeZero"]
    let flags = ["includeZero"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.isMet { try call.renderInverse() } else { try call.renderBody() }
        return .null
    }
}
