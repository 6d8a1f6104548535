#if compiler(>=6.1)
    internal import Foundation
    public import Testing
    internal import UnderstudyClient

    /// Gives a test a session of its own on an Understudy server, and fails it when something was wrong there. Made by
    /// ``Testing/Trait/understudy`` and ``Testing/Trait/everyOrder(_:maximumRuns:parallelRuns:order:replay:)``.
    ///
    /// On a suite it is for each test in it; on a test with arguments, for each of its cases. Where several traits meet, e.g. of a suite
    /// and of its test, there is still one session: the closer trait wins in what it says, and its stubs come later, so they win, too.
    public struct UnderstudyTrait: TestTrait, SuiteTrait, TestScoping {
        var options = UnderstudyOptions.nothing
        var orders: EveryOrder?

        /// True: a suite's trait is for each test in it.
        public var isRecursive: Bool { true }

        /// The trait itself for each case of a test; nil for the test as a whole.
        public func scopeProvider(for test: Test, testCase: Test.Case?) -> UnderstudyTrait? { testCase == nil ? nil : self }

        /// Runs a test's case in a session of its own, or in many under
        /// ``Testing/Trait/everyOrder(_:maximumRuns:parallelRuns:order:replay:)``.
        ///
        /// - Throws: what the test throws, unless it is an `UnderstudyFailure`: that is recorded as an issue.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            // The outermost trait does it for all.
            if Self.testWithTraits == test.id { return try await function() }
            let traits = test.traits.compactMap { $0 as? UnderstudyTrait }
            let options = traits.reduce(UnderstudyOptions.nothing) { $0.with($1.options) }
            let run = TestRun(options: options, name: test.sessionName, callSite: CallSite(test.sourceLocation))
            try await Self.$testWithTraits.withValue(test.id) {
                guard let orders = traits.reduce(nil as EveryOrder?, { $1.orders ?? $0 }) else {
                    return try await run.perform(recording: { $0.recordIssue() }) { session in
                        try await CurrentTest(session: session).run(function)
                    }
                }
                try await Self.performInEveryOrder(run, orders, test, testCase, function)
            }
        }

        @TaskLocal private static var testWithTraits: Test.ID?

        private static func performInEveryOrder(
            _ run: TestRun, _ orders: EveryOrder, _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
        ) async throws {
            try await withoutActuallyEscaping(function) { function in
                try await OrderRuns.perform(orders, run, filter: test.filter, recording: { $0.recordIssue() }) { session in
                    try await CurrentTest(session: session).run(function)
                } test: { session in
                    await CollectedIssues.of(test, testCase) {
                        try await CurrentTest(session: session).run(function)
                    }
                }
            }
        }
    }
#endif
