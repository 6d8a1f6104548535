internal import AdminAPI
internal import MockEngine

/// A service's response to `POST /__admin/reload`.
package struct ReloadResponse: Sendable, Equatable {
    /// One line each; empty when everything is in use as it is saved.
    package let problems: [String]
    /// What stays as it was because of the problems, as a sentence; nil when nothing does.
    package let kept: String?
    /// Whether the mappings are in use as they are saved.
    package let hasNewMappings: Bool
    /// What is wrong with objects, files and single responses, one line each; each concerns only itself.
    package let objectProblems: [String]
    /// The number of stubs in force.
    package let stubs: Int

    /// - Parameter response: the whole response of HTTP/1.0: head and body.
    /// - Returns: nil when it is something else.
    package init?(_ response: [UInt8]) {
        guard response.starts(with: "HTTP/1.".utf8), let end = response.firstRange(of: Array("\r\n\r\n".utf8)),
            let reload = FixtureReload(body: Array(response[end.upperBound...]))
        else { return nil }
        problems = reload.problems
        kept = FixturePart.sentence(keeping: reload.kept)
        // A service of an older version names no parts. After a problem it uses no mapping of the reload.
        hasNewMappings = reload.problems.isEmpty || !reload.kept.isEmpty && !reload.kept.contains(.mappings)
        objectProblems = reload.objectProblems
        stubs = reload.stubs
    }
}
