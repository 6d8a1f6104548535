package import JSONDocument

/// What a fixture folder holds, read at one moment.
package struct FixtureSet<Stub> {
    /// In the order of their files' paths, by bytes, and within a file as written. Empty when there are problems: a set is whole or
    /// not there.
    package let stubs: [Stub]
    /// What has to be mended before the set can be used, all of it, in the order of the files.
    package let problems: [Problem]
    /// Body files that are not there, or are no templates: a request for one gets a 500. WireMock starts with those, and so do we.
    package let lateProblems: [Problem]
    /// What is right by the rules and yet hardly meant.
    package let warnings: [Problem]
}

extension FixtureSet: Sendable where Stub: Sendable {}
