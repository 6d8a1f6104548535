package import JSONDocument

/// The content of a fixture folder at one moment.
package struct FixtureSet<Stub> {
    /// Oldest first: in the order of their files' paths, by bytes, and within a file as written; then those with an insertion index, by it.
    /// Empty when there are problems: a set is loaded completely or not at all.
    package let stubs: [Stub]
    /// All mistakes that must be corrected before the set can be used, in the order of the files.
    package let problems: [Problem]
    /// Body files that do not exist or are not valid templates: requests for them get a 500. The server starts nevertheless, as WireMock
    /// does.
    package let lateProblems: [Problem]
    /// Mistakes that are probable: what is valid but probably not meant.
    package let warnings: [Problem]
}

extension FixtureSet: Sendable where Stub: Sendable {}
