internal import RegularExpression

/// Patterns of `match` and `search` (RFC 9485), compiled once each.
struct JSONPathPatterns: Sendable {
    /// A match is one of many in an evaluation, so it may do less than one that stands alone.
    static let limits = MatchLimits(steps: 200_000, depth: 100_000, memoryKiB: 4096)

    /// Nil for a text that is no pattern.
    private var compiled: [String: RegularExpression?] = [:]

    mutating func add(_ pattern: String) { _ = self[pattern] }

    /// Nil if the text is no pattern.
    subscript(pattern: String) -> RegularExpression? {
        mutating get {
            if let known = compiled[pattern] { return known }
            let expression = try? RegularExpression(pattern, options: [], dialect: .iRegexp, limits: Self.limits)
            compiled.updateValue(expression, forKey: pattern)
            return expression
        }
    }
}
