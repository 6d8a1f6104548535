internal import JSONDocument
package import JSONPath
package import RegularExpression
package import XMLDocument

/// A template that does not compile.
package struct TemplateSyntaxError: Error, Equatable, CustomStringConvertible {
    enum Kind { case unclosedBlock, other }

    /// One sentence without a period.
    package let message: String
    /// The first invalid byte in the template's UTF-8.
    package private(set) var offset: Int
    /// What was probably meant: a whole sentence; nil if unknown.
    package var repair: String?
    /// The template's other mistakes, as far as they were found.
    package private(set) var others: [TemplateSyntaxError] = []
    let kind: Kind

    init(_ message: String, at offset: Int, repair: String? = nil, kind: Kind = .other) {
        self.message = message
        self.offset = offset
        self.repair = repair
        self.kind = kind
    }

    /// The first of several mistakes, with the others; nil for none.
    init?(allOf mistakes: [TemplateSyntaxError]) {
        guard let first = mistakes.first else { return nil }
        self = first
        others = Array(mistakes.dropFirst())
    }

    /// The mistake and the others.
    package var all: [TemplateSyntaxError] { [self] + others }

    /// All of them as remarks.
    /// - Parameter beginning: what is written before each message.
    package func remarks(beginning: String = "") -> [TemplateRemark] {
        all.map { TemplateRemark(offset: $0.offset, message: beginning + $0.message, repair: $0.repair) }
    }

    /// The same mistakes in a text that has more bytes in front.
    func moved(by bytes: Int) -> TemplateSyntaxError {
        var moved = self
        moved.offset += bytes
        moved.others = others.map { $0.moved(by: bytes) }
        return moved
    }

    package var description: String { "\(message), at byte \(offset) of the template" }
}

/// Why rendering failed.
package enum TemplateError: Error, Equatable {
    /// A helper got an argument that it cannot use: the response shows `[ERROR: …]`, as in WireMock, and rendering continues.
    case helper(String)
    /// The response cannot be rendered: a 500. The place is that of the helper that failed, and the last value the setting of the limit
    /// that ended the rendering.
    case failure(String, at: TemplatePlace? = nil, exceeding: String? = nil)

    /// The message with the place, in WireMock's form: `[ERROR] 1:2: …`.
    package var message: String {
        switch self {
        case .helper(let message), .failure(let message, nil, _): message
        case .failure(let message, let place?, _): "[ERROR] \(place.line):\(place.column): \(message)"
        }
    }

    /// The message without the place.
    var plainMessage: String {
        switch self {
        case .helper(let message), .failure(let message, _, _): message
        }
    }

    /// The setting of the limit that ended the rendering; nil for another error.
    package var exceededSetting: String? { if case .failure(_, _, let setting) = self { setting } else { nil } }

    /// The message for the log, in one line: which text is at fault, and where in the whole of it.
    /// - Parameter owner: what has the text if no file does: `the stub at mappings/a.json:1:1`.
    package func sentence(about owner: String) -> String { sentence(about: owner, doing: "fails") }

    /// The same for a mistake that shows as `[ERROR: …]` in what is sent.
    package func sentence(ofMistakeIn owner: String) -> String { sentence(about: owner, doing: "writes [ERROR: …]") }

    private func sentence(about owner: String, doing: String) -> String {
        switch self {
        case .helper(let message), .failure(let message, nil, _): return "\(Self.firstLine(message)) (\(owner))"
        case .failure(let message, let place?, _):
            let text = place.file.map { "in the file \"\($0)\"" } ?? "of \(owner)"
            let part = place.file == nil ? " of its text" : ""
            let position = place.position.map { " at line \($0.line), column \($0.column)\(part)" } ?? ""
            return "the template \(text) \(doing)\(position): \(Self.firstLine(message))"
        }
    }

    private static func firstLine(_ message: String) -> Substring { message.prefix { !$0.isNewline } }
}

/// Limits that stop a hostile or broken template. A message about a limit names its setting.
package struct TemplateLimits: Sendable {
    /// Depth of blocks and sub-expressions in one template, and of partials within partials (`limits.templateDepth`). Default 64.
    package var nesting = 64
    /// The most blocks, partials, files and expressions that are open at the same time, which `nesting` would allow in its square. A level
    /// takes 11 KiB of the stack in a debug build and 2 to 3 in a release build, of 8 MiB.
    static let openLevels = 300
    /// Pieces rendered for one response; every iteration of a loop counts (`limits.templateSteps`). Default 1,000,000.
    package var steps = 1_000_000
    /// Bytes of the output, and of any text that a helper makes (`limits.templateOutputBytes`). Default 64 MiB.
    package var outputBytes = 64 << 20
    /// For the patterns in helpers. Lower than elsewhere, because a template may match many times for one response.
    package var patterns = MatchLimits(steps: 500_000)
    /// For JSONPath in helpers (`limits.jsonPathSteps`, `limits.jsonPathDepth`).
    package var jsonPath = JSONPath.Limits()
    /// For XPath in helpers (`limits.xmlBytes`, `limits.xpathSteps`).
    package var xml = XMLLimits.standard
    /// How deeply JSON that helpers read may be nested. Default 512.
    package var jsonDepth = 512

    package init() {}
}
