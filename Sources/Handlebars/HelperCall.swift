package import Budget
package import JSONDocument

/// One call of a helper: its arguments, its bodies, and the rendering that it belongs to.
package struct HelperCall {
    /// The name by which it was called.
    package let name: String
    /// The positional arguments, evaluated.
    package let parameters: [TemplateValue]
    private let hash: [(name: String, value: TemplateValue)]
    private let body: TemplateBody?
    private let frame: TemplateFrame
    private let pace: Int
    private let renderer: TemplateRenderer

    init(
        name: String, parameters: [TemplateValue], hash: [(name: String, value: TemplateValue)], body: TemplateBody?, frame: TemplateFrame,
        pace: Int, renderer: TemplateRenderer
    ) {
        self.name = name
        self.parameters = parameters
        self.hash = hash
        self.body = body
        self.frame = frame
        self.pace = pace
        self.renderer = renderer
    }

    // MARK: Arguments

    /// The positional argument at an index; null if there is none.
    package func parameter(_ index: Int) -> TemplateValue { index < parameters.count ? parameters[index] : .null }

    /// The first argument; without arguments the context (as in Handlebars.java).
    package var subject: TemplateValue { parameters.first ?? frame.value }

    /// The value of `name=value`; null if it was not given.
    package func option(_ name: String) -> TemplateValue { hash.first { $0.name == name }?.value ?? .null }
    /// Whether `name=value` was given, with a value that is not null.
    package func has(_ name: String) -> Bool { !option(name).isNull }
    /// All `name=value` arguments, in order.
    package var options: [(name: String, value: TemplateValue)] { hash }

    /// The time and the draws of the request.
    package var context: any TemplateContext { renderer.context }

    // MARK: Bodies

    /// Whether it was called as `{{#name}}…{{/name}}`.
    var isBlock: Bool { body != nil }
    var blockParameters: [String] { body?.parameters ?? [] }

    /// Renders the body, in the same context.
    func renderBody() throws(TemplateError) { if let body { try renderer.render(body.main, frame) } }

    /// Renders the body in another context.
    func renderBody(with value: TemplateValue) throws(TemplateError) {
        guard let body else { return }
        let parameters = body.parameters.first.map { [(name: $0, value: value)] } ?? []
        try renderer.render(body.main, TemplateFrame(value, parent: frame, parameters: parameters))
    }

    /// Renders what follows `{{else}}`.
    func renderInverse() throws(TemplateError) { if let body { try renderer.render(body.inverse, frame) } }

    /// Keeps the body and the `name=value` arguments for `renderKept`.
    func keepBody(as name: String) { renderer.kept[name] = (nodes: body?.main ?? [], hash: hash) }

    /// Renders the body that is kept under a name, or else its own. The `name=value` arguments become variables: its own, then the kept
    /// ones.
    func renderKept(as name: String) throws(TemplateError) {
        let kept = renderer.kept[name]
        for (name, value) in hash + (kept?.hash ?? []) { assign(name, value) }
        try renderer.renderKept(kept?.nodes ?? body?.main ?? [], frame)
    }

    /// Renders the body once for each element of a list.
    func renderBody(forEach elements: [TemplateValue]) throws(TemplateError) {
        if let body { try TemplateLoop(body, frame, renderer).over(elements) }
    }

    /// Renders the body once for each entry of a map.
    func renderBody(forEach entries: [(name: String, value: TemplateValue)]) throws(TemplateError) {
        if let body { try TemplateLoop(body, frame, renderer).over(entries) }
    }

    /// What the body renders, as text, without writing it; empty if there is no body.
    package func bodyText() throws(TemplateError) -> String {
        try blockText { () throws(TemplateError) in try renderBody() }
    }

    /// What the body renders in another context, as text, without writing it.
    package func bodyText(with value: TemplateValue) throws(TemplateError) -> String {
        try blockText { () throws(TemplateError) in try renderBody(with: value) }
    }

    private func blockText(_ render: () throws(TemplateError) -> Void) throws(TemplateError) -> String {
        let bytes = try renderer.capture(render)
        try renderer.chargeSteps(bytes.count, pace: pace)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Charges the arguments at the helper's pace. The renderer calls it before the helper.
    func chargeArguments() throws(TemplateError) {
        for parameter in parameters { try chargeArgument(parameter) }
        for option in hash { try chargeArgument(option.value) }
    }

    private func chargeArgument(_ value: TemplateValue) throws(TemplateError) {
        if value.isLarge {
            try renderer.chargeSteps(6 * value.breadth)
            if pace > 0 { try renderer.chargeValue(value) }
        } else {
            let bytes = value.textBytes
            guard pace > 0, bytes > 0 else { return }
            try renderer.chargeBytes(bytes)
            try renderer.chargeSteps(bytes, pace: pace)
        }
    }

    /// Renders another template in the root context; its work counts for this rendering.
    func render(_ template: CompiledTemplate) throws(TemplateError) -> String { try renderer.include(template) }

    // MARK: Surroundings

    /// A JSON text as a value; nil if it is not JSON. The last text is cached while the response is rendered.
    package func parsedJSON(_ text: String) throws(TemplateError) -> JSONValue? { try renderer.parsedJSON(text) }

    /// Sets a variable for the rest of the rendering.
    func assign(_ name: String, _ value: TemplateValue) { renderer.variables[name] = value }
    /// A variable set by `assign`, a helper, or the caller; null if it is not set.
    package func variable(_ name: String) -> TemplateValue { renderer.variables[name] ?? .null }

    /// The value of a dotted path in this context.
    package func lookUp(_ path: String) -> TemplateValue { renderer.lookUp(path, frame) }
    /// The value of a dotted path within a value, or else in the contexts around this one.
    /// - Throws: `.failure` if the request exceeds its budget.
    func lookUp(_ path: String, in value: TemplateValue) throws(TemplateError) -> TemplateValue {
        let found = renderer.lookUp(path, TemplateFrame(value, parent: frame))
        try renderer.chargeSteps(20)
        return found
    }

    /// The member of a value; null if there is none.
    /// - Throws: `.failure` if the request exceeds its budget.
    func member(_ name: String, of value: TemplateValue) throws(TemplateError) -> TemplateValue {
        let found = value.member(name, charging: renderer.budget)
        try renderer.chargeSteps(20)
        return found
    }

    /// Must be called before a helper that is not charged for its arguments reads the elements or entries of a value.
    /// - Throws: `.failure` if the request exceeds its budget.
    func prepare(_ value: TemplateValue) throws(TemplateError) {
        guard case .object(let object) = value else { return }
        object.prepare(charging: renderer.budget)
        try renderer.chargeSteps(1)
    }

    /// The limits of this rendering.
    package var limits: TemplateLimits { renderer.limits }

    /// Must be called before expensive work, with its amount in steps.
    /// - Throws: `.failure` if the rendering exceeds its limit.
    func countSteps(_ steps: Int) throws(TemplateError) { try renderer.countSteps(steps) }

    /// Must be called before work that takes long for the request's budget, but is one step of the template.
    /// - Throws: `.failure` if the request exceeds its budget.
    package func chargeSteps(_ steps: Int) throws(TemplateError) { try renderer.chargeSteps(steps) }

    /// Must be called before a text or a list of that many bytes is made.
    /// - Throws: `.failure` if the request exceeds its budget.
    func chargeBytes(_ bytes: Int) throws(TemplateError) { try renderer.chargeBytes(bytes) }

    /// What the work is charged to.
    package var budget: WorkBudget { renderer.budget }

    /// Must be called before a helper reads a text.
    /// - Parameter pace: steps for each byte: 1 for bytes, 8 for characters.
    /// - Throws: `.failure` if the request exceeds its budget.
    package func reads(_ text: String, pace: Int = 1) throws(TemplateError) {
        try renderer.chargeSteps(1 + text.utf8.count.multipliedReportingOverflow(by: pace).partialValue)
    }

    /// Must be called before a helper prints, compares or copies a value with everything within.
    /// - Throws: `.failure` if the request exceeds its budget.
    package func readsAll(of value: TemplateValue) throws(TemplateError) {
        if value.isLarge { try renderer.chargeValue(value) } else if case .text(let text) = value { try reads(text) }
    }

    /// Must be called before a long text is made; counts as work, too.
    /// - Parameter pace: steps for each byte.
    /// - Throws: `.failure` for a text that is longer than a limit allows, and if the request has no budget left.
    package func checkLength(_ bytes: Int, pace: Int = 3) throws(TemplateError) {
        try renderer.checkLength(bytes)
        let bytes = max(0, bytes)
        try renderer.chargeSteps(bytes, pace: pace)
        try renderer.countSteps(bytes / 100)
        try renderer.chargeBytes(bytes)
    }
}
