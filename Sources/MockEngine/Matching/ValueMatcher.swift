package import JSONDocument

/// Decides whether one value is what a stub wants. One file in `Matchers/`, one line in `MatcherRegistry.builtIn`.
///
/// Immutable once compiled; asked by many threads at once.
package protocol ValueMatcher: Sendable {
    /// The field that names it in a pattern: `equalTo`.
    static var key: String { get }

    /// Compiles a pattern whose `key` field is there.
    /// - Parameters:
    ///   - fields: the pattern's. The matcher takes what it knows; what is left over is reported.
    ///   - registry: for patterns inside of the pattern.
    /// - Returns: nil when something is wrong, which is then in the reader's report.
    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry)

    /// Whether the value is accepted. An absent value is asked for too.
    func matches(_ subject: MatchSubject) -> Bool

    /// How far the value is from being accepted: 0 when it is, up to 1. Asked for near misses only.
    func distance(_ subject: MatchSubject) -> Double

    /// What is wanted, as people read it in a diff.
    var expectation: String { get }

    /// What a diff shows beside it: the value, or the part of it that the matcher looked at. Nil when there is none.
    func shown(_ subject: MatchSubject) -> String?
}

extension ValueMatcher {
    package func distance(_ subject: MatchSubject) -> Double { matches(subject) ? 0 : 1 }
    package func shown(_ subject: MatchSubject) -> String? { subject.text }
}
