/// A compiled template. Immutable. Any thread.
package final class CompiledTemplate: Sendable {
    let nodes: [TemplateNode]
    let dialect: TemplateDialect
    let limits: TemplateLimits
    /// How many bytes of the whole text are before the template.
    let start: Int
    private let sizeHint: Int

    private init(nodes: [TemplateNode], dialect: TemplateDialect, limits: TemplateLimits, behind start: Int = 0, sizeHint: Int) {
        self.nodes = nodes
        self.dialect = dialect
        self.limits = limits
        self.start = start
        self.sizeHint = sizeHint
    }

    /// Compiles a whole text.
    /// - Throws: for a text that is no template.
    package static func compile(
        _ text: String, helpers: TemplateHelperRegistry = .closed, dialect: TemplateDialect = .wireMock,
        limits: TemplateLimits = TemplateLimits()
    ) throws(TemplateSyntaxError) -> CompiledTemplate {
        try compile(TemplateSource(Array(text.utf8)), helpers, dialect, limits)
    }

    private static func compile(
        _ source: TemplateSource, _ helpers: TemplateHelperRegistry, _ dialect: TemplateDialect, _ limits: TemplateLimits
    ) throws(TemplateSyntaxError) -> CompiledTemplate {
        let program = try TemplateParser.parse(source.bytes, limits: limits, dialect: dialect)
        let nodes = try TemplateCompiler(helpers: helpers, source: source, dialect: dialect).compileWhole(program)
        return CompiledTemplate(nodes: nodes, dialect: dialect, limits: limits, sizeHint: source.bytes.count)
    }

    /// Compiles as WireMock does: the template is what lies between the first `{{` and the last `}}`; the rest is text.
    /// - Parameters:
    ///   - file: the file that holds the text, for messages; nil if it is in none of its own.
    ///   - isAsWritten: whether the text was written like this; false for one made of a `jsonBody`.
    /// - Returns: nil if the text contains no template.
    /// - Throws: with the position in the whole text.
    package static func compileStretch(
        of text: String, helpers: TemplateHelperRegistry = .closed, limits: TemplateLimits = TemplateLimits(), file: String? = nil,
        isAsWritten: Bool = true
    ) throws(TemplateSyntaxError) -> CompiledTemplate? {
        let bytes = Array(text.utf8)
        guard let start = pair(UInt8(ascii: "{"), in: bytes, bytes.indices),
            let last = pair(UInt8(ascii: "}"), in: bytes, bytes.indices.reversed()),
            start < last
        else { return nil }
        let end = last + 2
        let before = Array(bytes[..<start])
        let source = TemplateSource(Array(bytes[start..<end]), behind: before, file: file, isAsWritten: isAsWritten)
        let stretch: CompiledTemplate
        do {
            stretch = try compile(source, helpers, .wireMock, limits)
        } catch {
            var error = error.moved(by: start)
            // The end of the block may be what is behind the last "}}".
            if error.kind == .unclosedBlock, UnclosedExpression(in: bytes) != nil { error.repair = "Close the last \"{{\" with \"}}\"." }
            throw error
        }
        var nodes = stretch.nodes
        if start > 0 { nodes.insert(.text(before), at: 0) }
        if end < bytes.count { nodes.append(.text(Array(bytes[end...]))) }
        return CompiledTemplate(nodes: nodes, dialect: stretch.dialect, limits: limits, behind: start, sizeHint: bytes.count)
    }

    /// Stands for a text that does not compile. Rendering it fails with the mistake and the line that has it, in WireMock's form.
    package static func failing(_ text: String, _ error: TemplateSyntaxError, isAsWritten: Bool = true) -> CompiledTemplate {
        let bytes = Array(text.utf8)
        let start = pair(UInt8(ascii: "{"), in: bytes, bytes.indices) ?? 0
        let stretch = Array(bytes[start...])
        let offset = min(max(error.offset - start, 0), stretch.count)
        let lineStart = stretch[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = String(decoding: stretch[lineStart...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let place = TemplatePlace(
            offset: offset, source: TemplateSource(stretch, behind: Array(bytes[..<start]), isAsWritten: isAsWritten))
        let message = "\(error.message)\n\(line)\n\(String(repeating: " ", count: place.column))^\n"
        return CompiledTemplate(nodes: [.failure(message, place)], dialect: .wireMock, limits: TemplateLimits(), sizeHint: 0)
    }

    /// Where two of these bytes stand first, in this order of places; nil for nowhere.
    static func pair(_ byte: UInt8, in bytes: [UInt8], _ order: some Sequence<Int>) -> Int? {
        order.first { $0 + 1 < bytes.count && bytes[$0] == byte && bytes[$0 + 1] == byte }
    }

    /// Renders the template.
    /// - Parameter data: values of `@name`, besides those that helpers set.
    /// - Throws: `.failure` only; a helper's own error becomes part of the output.
    package func render(_ root: TemplateValue, in context: any TemplateContext, data: [String: TemplateValue] = [:]) throws(TemplateError)
        -> [UInt8]
    {
        let renderer = TemplateRenderer(self, root: root, context: context, data: data)
        renderer.output.reserveCapacity(sizeHint + sizeHint / 2)
        try renderer.render(nodes, TemplateFrame(root))
        return renderer.output
    }
}

/// Compiled statements.
enum TemplateNode: Sendable {
    case text([UInt8])
    /// Where a template does not compile.
    case failure(String, TemplatePlace)
    case value(TemplateExpression, isEscaped: Bool)
    /// A block whose name is not a helper: a loop, a context, or nothing, depending on the value.
    case section(TemplateExpression, TemplateBody)
    case block(TemplateCall, TemplateBody)
    case definePartial(name: TemplateExpression, [TemplateNode])
    /// Indirect: it is rare, and larger than the others.
    indirect case partial(TemplatePartial)
}

/// The content of a block.
final class TemplateBody: Sendable {
    let main: [TemplateNode]
    let inverse: [TemplateNode]
    let parameters: [String]
    init(main: [TemplateNode], inverse: [TemplateNode], parameters: [String]) {
        self.main = main
        self.inverse = inverse
        self.parameters = parameters
    }
}

enum TemplateExpression: Sendable {
    case literal(TemplateValue)
    case path(TemplatePath)
    case call(TemplateCall)
}

/// A path, split into the parts that are looked up in order.
struct TemplatePath: Sendable {
    var isData = false
    var isScoped = false
    var depth = 0
    /// Of its first byte in the template.
    var offset = 0
    var parts: [String]
}

/// A helper with its arguments.
final class TemplateCall: Sendable {
    let name: String
    /// Of its name.
    let place: TemplatePlace
    let helper: any TemplateHelper
    let parameters: [TemplateExpression]
    let hash: [(name: String, value: TemplateExpression)]

    init(
        name: String, helper: any TemplateHelper, parameters: [TemplateExpression], hash: [(name: String, value: TemplateExpression)],
        at place: TemplatePlace
    ) {
        self.name = name
        self.place = place
        self.helper = helper
        self.parameters = parameters
        self.hash = hash
    }
}

struct TemplatePartial: Sendable {
    var name: TemplateExpression
    var context: TemplateExpression?
    var hash: [(name: String, value: TemplateExpression)]
    /// Rendered if there is no partial with that name; also what `@partial-block` is inside it.
    var fallback: [TemplateNode]?
    var indent: [UInt8]
    /// Of its name.
    var place: TemplatePlace
}
