internal import UnderstudyClient

/// The test that the task belongs to.
struct CurrentTest: Sendable {
    @TaskLocal static var value: CurrentTest?

    let session: UnderstudySession
    /// Takes what XCTest's assertions find, in a run of many; nil where they are told at once.
    var kept: Locked<[Problem]>?

    /// Runs a part of the test with this.
    func run(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async throws {
        try await Self.$value.withValue(self) { try await body() }
    }
}
