internal import RegularExpression

/// Patterns of `match` and `search` (RFC 9485), each compiled once.
struct JSONPathPatterns: Sendable {
    /// Lower than elsewhere, because an evaluation may match many times.
    static let limits = MatchLimits(steps: 200_000, depth: 100_000, memoryKiB: 4096)

    /// Nil for a text that is not a valid pattern.
    private var compiled: [String: RegularExpression?] = [:]

    mutating func add(_ pattern: String) { _ = self[pattern] }

    /// The compiled pattern; nil if the text is not a valid one.
    subscript(pattern: String) -> RegularExpression? {
        mutating get {
            if let known = compiled[pattern] { return known }
            let expression = try? RegularExpression(pattern, options: [], dialect: .iRegexp, limits: Self.limits)
            compiled.updateValue(expression, forKey: pattern)
            return expression
        }
    }
}
