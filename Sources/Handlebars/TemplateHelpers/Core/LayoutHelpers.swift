/// `{{#partial 'name' [name=value …]}}…{{/partial}}`: keeps its block for `block`, and prints nothing.
struct PartialHelper: TemplateHelper {
    let names = ["partial"]
    let arguments = 1...1
    let needsBlock = true
    let blockContext: TemplateBlockContext? = .other
    let pace = 10

    func variables(setBy call: WrittenCall) -> [TemplateValue?] { call.options.map { .text($0.name) } }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.keepBody(as: try call.partialName)
        return .null
    }
}

/// `{{#block 'name' [name=value …]}}…{{/block}}`: what `partial` keeps under the name, or else its own block. The values are variables from
/// there on; those of `partial` count first.
struct BlockHelper: TemplateHelper {
    let names = ["block"]
    let arguments = 1...1
    let blockContext: TemplateBlockContext? = .kept
    let pace = 10

    func variables(setBy call: WrittenCall) -> [TemplateValue?] { call.options.map { .text($0.name) } }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.renderKept(as: try call.partialName)
        return .text("")
    }
}

extension HelperCall {
    fileprivate var partialName: String {
        get throws(TemplateError) {
            if parameters.isEmpty { throw .failure("the name is missing: write {{#block 'name'}} or {{#partial 'name'}}") }
            guard case .text(let name) = subject else { throw .failure("found '\(subject.printed)', expected 'partial's name'") }
            return name
        }
    }
}
