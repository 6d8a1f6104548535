package import JSONDocument

/// Decides whether a value matches. A new matcher is one file in `Matchers/` and one line in `MatcherRegistry.builtIn`.
///
/// Immutable. Any thread.
package protocol ValueMatcher: Sendable {
    /// The field that selects the matcher in a pattern: `equalTo`.
    static var key: String { get }

    /// Compiles a pattern that has the `key` field.
    /// - Parameters:
    ///   - fields: the pattern's fields. The matcher takes those it knows; unknown ones are reported.
    ///   - registry: for patterns within the pattern.
    /// - Returns: nil if something is wrong, which is then in the reader's report.
    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry)

    /// Whether the value matches. Also called for an absent value.
    func matches(_ subject: MatchSubject) -> Bool

    /// The distance of the value: 0 for a match, at most 1. Used for near misses only.
    func distance(_ subject: MatchSubject) -> Double

    /// What the matcher expects, as a diff shows it.
    var expectation: String { get }

    /// What a diff shows as the actual value: the value, or the part that the matcher examined. Nil if there is none.
    func shown(_ subject: MatchSubject) -> String?

    /// Whether it, or a matcher in it, matches because something is not met: `not`, `doesNotContain`, `doesNotMatch`.
    var denies: Bool { get }
}

extension ValueMatcher {
    /// 0 for a match, else 1.
    package func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : 1 }
    /// The value's text.
    package func shown(_ subject: MatchSubject) -> String? { subject.text }
    /// It does not.
    package var denies: Bool { false }
}
