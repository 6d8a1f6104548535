/// `{{#each list}}…{{else}}…{{/each}}`, also over the entries of a map, in their order.
struct EachHelper: TemplateHelper {
    let names = ["each"]
    let arguments = 0...1
    let needsBlock = true
    let blockContext: TemplateBlockContext? = .elements
    let options: [String]? = []
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let subject = call.subject
        try call.prepare(subject)
        if let elements = subject.elements {
            if elements.isEmpty { try call.renderInverse() } else { try call.renderBody(forEach: elements) }
        } else if let entries = subject.entries {
            if entries.isEmpty { try call.renderInverse() } else { try call.renderBody(forEach: entries) }
        } else {
            try call.renderInverse()
        }
        return .null
    }
}
