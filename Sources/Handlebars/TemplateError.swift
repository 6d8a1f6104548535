package import JSONPath
package import RegularExpression
package import XMLDocument

/// A template that does not compile.
package struct TemplateSyntaxError: Error, Equatable, CustomStringConvertible {
    /// One sentence without a full stop.
    package let message: String
    /// Place of the first byte that cannot be, in the template's UTF-8.
    package let offset: Int
    /// What was probably meant: a whole sentence.
    package let repair: String?

    package init(_ message: String, at offset: Int, repair: String? = nil) {
        self.message = message
        self.offset = offset
        self.repair = repair
    }

    package var description: String { "\(message), at byte \(offset) of the template" }
}

/// Why rendering did not go on.
package enum TemplateError: Error, Equatable {
    /// A helper cannot do with what it was given: shown in the answer as `[ERROR: …]`, as WireMock does, and rendering goes on.
    case helper(String)
    /// The answer cannot be rendered: a 500. The place is that of the helper that failed.
    case failure(String, at: TemplatePlace? = nil)

    /// With the place, in WireMock's form: `[ERROR] 1:2: …`.
    package var message: String {
        switch self {
        case .helper(let message), .failure(let message, nil): message
        case .failure(let message, let place?): "[ERROR] \(place.line):\(place.column): \(message)"
        }
    }
}

/// Where a helper is called in the stretch of text that is a template.
package struct TemplatePlace: Sendable, Equatable {
    /// From 1.
    package var line: Int
    /// Of the helper's name, in UTF-16 code units from 0, as Handlebars.java counts.
    package var column: Int

    init(of offset: Int, in text: [UInt8]) {
        let before = text[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = String(decoding: before[lineStart...], as: UTF8.self).utf16.count
    }
}

/// What bounds a hostile or a broken template. Each has a name that its message says.
package struct TemplateLimits: Sendable {
    /// Depth of blocks and sub-expressions in one template, and of partials within partials (`limits.templateDepth`).
    package var nesting = 64
    /// Pieces rendered for one answer, loops counted every time (`limits.templateSteps`).
    package var steps = 1_000_000
    /// Length of what is rendered, and of any one text that a helper makes (`limits.templateOutputBytes`).
    package var outputBytes = 64 << 20
    /// Of the patterns in helpers. A template may match many times while its answer waits.
    package var patterns = MatchLimits(steps: 500_000)
    package var jsonPath = JSONPath.Limits()
    package var xml = XMLLimits.standard
    /// Nesting of the JSON that helpers read.
    package var jsonDepth = 512

    package init() {}
}
