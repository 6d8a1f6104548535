package import JSONDocument

/// A function that templates can call. One file each, and one line in `TemplateHelperRegistry.builtIn`.
///
/// Immutable; called by several threads at once.
package protocol TemplateHelper: Sendable {
    /// Under which templates call it.
    var names: [String] { get }
    /// - Returns: what to print, or to hand on; `.null` prints nothing. A block helper writes its bodies itself, as it goes.
    /// - Throws: `.helper` for what the template's author did wrong, which shows as `[ERROR: …]`.
    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue
}

/// What a helper is called with.
package struct HelperCall {
    /// The name that it was called by.
    package let name: String
    package let parameters: [TemplateValue]
    private let hash: [(name: String, value: TemplateValue)]
    private let body: TemplateBody?
    private let frame: TemplateFrame
    private let renderer: TemplateRenderer

    init(
        name: String, parameters: [TemplateValue], hash: [(name: String, value: TemplateValue)], body: TemplateBody?, frame: TemplateFrame,
        renderer: TemplateRenderer
    ) {
        self.name = name
        self.parameters = parameters
        self.hash = hash
        self.body = body
        self.frame = frame
        self.renderer = renderer
    }

    // MARK: Arguments

    /// The argument at that place; null when there is none.
    package func parameter(_ index: Int) -> TemplateValue { index < parameters.count ? parameters[index] : .null }

    /// The first argument; without any, the context (as in Handlebars.java).
    package var subject: TemplateValue { parameters.first ?? frame.value }

    /// The value of `name=value`; null when it was not given.
    package func option(_ name: String) -> TemplateValue { hash.first { $0.name == name }?.value ?? .null }
    /// Whether `name=value` was given, with a value that is not null.
    package func has(_ name: String) -> Bool { !option(name).isNull }
    package var options: [(name: String, value: TemplateValue)] { hash }

    /// The time and the draws of the request.
    package var context: any TemplateContext { renderer.context }

    // MARK: Bodies

    /// Whether it was called as `{{#name}}…{{/name}}`.
    package var isBlock: Bool { body != nil }
    package var blockParameters: [String] { body?.parameters ?? [] }

    /// Renders the body, in the same context.
    package func renderBody() throws(TemplateError) { if let body { try renderer.render(body.main, frame) } }

    /// Renders the body in another context.
    package func renderBody(with value: TemplateValue) throws(TemplateError) {
        guard let body else { return }
        let parameters = body.parameters.first.map { [(name: $0, value: value)] } ?? []
        try renderer.render(body.main, TemplateFrame(value, parent: frame, parameters: parameters))
    }

    /// Renders what follows `{{else}}`.
    package func renderInverse() throws(TemplateError) { if let body { try renderer.render(body.inverse, frame) } }

    /// Renders the body once for each element of a list.
    package func renderBody(forEach elements: [TemplateValue]) throws(TemplateError) {
        if let body { try TemplateLoop(body, frame, renderer).over(elements) }
    }

    /// Renders the body once for each entry of a map.
    package func renderBody(forEach entries: [(name: String, value: TemplateValue)]) throws(TemplateError) {
        if let body { try TemplateLoop(body, frame, renderer).over(entries) }
    }

    /// What the body renders, as text, not written; empty when there is no body.
    package func bodyText() throws(TemplateError) -> String {
        String(decoding: try renderer.capture { () throws(TemplateError) in try renderBody() }, as: UTF8.self)
    }

    /// What the body renders in another context, as text, not written.
    package func bodyText(with value: TemplateValue) throws(TemplateError) -> String {
        String(decoding: try renderer.capture { () throws(TemplateError) in try renderBody(with: value) }, as: UTF8.self)
    }

    /// Renders another template in the context at the top, and counts that as work of this one.
    func render(_ template: CompiledTemplate) throws(TemplateError) -> String { try renderer.include(template) }

    // MARK: Surroundings

    /// A JSON text as a value; nil when it is none. The last one read is remembered while the answer is rendered.
    package func parsedJSON(_ text: String) -> JSONValue? { renderer.parsedJSON(text) }

    /// Sets a variable for the rest of the rendering.
    package func assign(_ name: String, _ value: TemplateValue) { renderer.variables[name] = value }
    package func variable(_ name: String) -> TemplateValue { renderer.variables[name] ?? .null }

    /// What a dotted path means in this context.
    package func lookUp(_ path: String) -> TemplateValue { renderer.lookUp(path, frame) }
    /// What a dotted path means inside of a value, and failing that in the contexts around this one.
    package func lookUp(_ path: String, in value: TemplateValue) -> TemplateValue {
        renderer.lookUp(path, TemplateFrame(value))
    }

    package var limits: TemplateLimits { renderer.limits }

    /// To be called before much work, with its measure.
    /// - Throws: when the rendering has had its share.
    package func charge(_ steps: Int) throws(TemplateError) { try renderer.charge(steps) }

    /// To be called before a long text is made; counts as work, too.
    package func checkLength(_ bytes: Int) throws(TemplateError) {
        try renderer.checkLength(bytes)
        try renderer.charge(max(0, bytes) / 100)
    }
}
