#if compiler(>=6.1)
    internal import Testing
    internal import UnderstudyClient

    /// The issues of one run of a test, which are not told one by one.
    enum CollectedIssues {
        /// Runs a test's case once, and keeps its issues back.
        ///
        /// - Returns: its issues, and whether it ended by an error.
        static func of(
            _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
        ) async -> (problems: [Problem], brokeOff: Bool) {
            let found = Locked<[Problem]>([])
            let (thrown, error) = await TestRun.outcome {
                try await keepingBack(test, testCase, function) { issue in found.use { $0.append(Problem(issue)) } }
            }
            let other = error.map { [Problem("Caught error: \($0)", at: nil)] } ?? []
            return (found.use { $0 } + thrown + other, !(thrown + other).isEmpty)
        }

        #if compiler(>=6.2)
            private static func keepingBack(
                _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void,
                _ note: @escaping @Sendable (Issue) -> Void
            ) async throws {
                let filter: IssueHandlingTrait = .filterIssues { issue in
                    #if compiler(>=6.3)
                        guard issue.isFailure else { return true }
                    #endif
                    note(issue)
                    return false
                }
                try await filter.provideScope(for: test, testCase: testCase, performing: function)
            }
        #else
            /// They are known issues, then: shown, and no failures.
            private static func keepingBack(
                _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void,
                _ note: @escaping @Sendable (Issue) -> Void
            ) async throws {
                try await withKnownIssue(isIntermittent: true) {
                    try await function()
                } matching: { issue in
                    note(issue)
                    return true
                }
            }
        #endif
    }
#endif
