public import RegularExpression
public import XMLDocument

/// A template that does not compile.
struct TemplateSyntaxError: Error, Equatable, CustomStringConvertible {
    /// One sentence without a full stop.
    let message: String
    /// Place of the first byte that cannot be, in the template's UTF-8.
    let offset: Int

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    var description: String { "\(message), at byte \(offset) of the template" }
}

/// Why rendering did not go on.
public enum TemplateError: Error, Equatable {
    /// A helper cannot do with what it was given: shown in the answer as `[ERROR: …]`, as WireMock does, and rendering goes on.
    case helper(String)
    /// The answer cannot be rendered: a 500.
    case failure(String)

    public var message: String {
        switch self {
        case .helper(let message), .failure(let message): message
        }
    }
}

/// What bounds a hostile or a broken template. Each has a name that its message says.
public struct TemplateLimits: Sendable {
    /// Depth of blocks and sub-expressions in one template, and of partials within partials (`limits.templateDepth`).
    public var nesting = 64
    /// Pieces rendered for one answer, loops counted every time (`limits.templateSteps`).
    public var steps = 1_000_000
    /// Length of what is rendered, and of any one text that a helper makes (`limits.templateOutputBytes`).
    public var outputBytes = 64 << 20
    /// Of the patterns in helpers. A template may match many times while its answer waits.
    public var patterns = MatchLimits(steps: 500_000)
    public var jsonPath = JSONPath.Limits()
    public var xml = XMLLimits.standard
    /// Nesting of the JSON that helpers read.
    public var jsonDepth = 512

    public init() {}
}
