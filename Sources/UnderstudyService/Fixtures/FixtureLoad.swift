internal import JSONDocument

/// What was found when the fixtures were read.
struct FixtureLoad: Sendable {
    /// What keeps the mappings from being used; empty if they are.
    var problems: [Problem] = []
    /// Mistakes for which only requests fail, such as a missing body file. A strict load has them among its problems.
    var lateProblems: [Problem] = []
    var warnings: [Problem] = []
}
