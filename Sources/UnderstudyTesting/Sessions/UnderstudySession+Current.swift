internal import Testing
public import UnderstudyClient

extension UnderstudySession {
    /// The session of the test that runs: of one with the trait `.understudy`, or within `withUnderstudy` or `withEveryOrder`.
    ///
    /// ```swift
    /// @Test(.understudy) func startsAtFive() async throws {
    ///     let session = try UnderstudySession.current
    ///     try await session.stub("/counter", json: CounterDataModel(counterDefaultValue: 5))
    ///     …
    /// }
    /// ```
    ///
    /// Tasks that the test makes with `Task { }` or in a group have it, too; a detached task and a callback on a thread do not: hand it
    /// to them.
    ///
    /// - Throws: `UnderstudyFailure` where there is none.
    public static var current: UnderstudySession {
        get throws {
            if let test = CurrentTest.value { return test.session }
            throw UnderstudyFailure(
                .invalid,
                """
                This test has no session. Write @Test(.understudy), or in XCTest use an UnderstudyTestCase and its session. A detached \
                task and a callback on another thread do not have the test's session: read it in the test, and hand it over.
                """, at: Test.current.map { CallSite($0.sourceLocation) } ?? CallSite())
        }
    }
}
