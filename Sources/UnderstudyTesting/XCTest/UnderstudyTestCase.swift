#if canImport(XCTest)
    internal import Foundation
    public import UnderstudyClient
    public import XCTest

    /// A test case whose tests each have a session of their own.
    ///
    /// ```swift
    /// final class CounterTests: UnderstudyTestCase {
    ///     override var options: UnderstudyOptions { UnderstudyOptions(mocks: "mocks") }
    ///
    ///     func testStartsAtFive() async throws {
    ///         try await session.stub("/counter", json: CounterDataModel(counterDefaultValue: 5))
    ///         let model = CounterModel(baseURL: session.baseURL)
    ///         await model.refresh()
    ///         XCTAssertEqual(model.count, 5)
    ///     }
    /// }
    /// ```
    ///
    /// The session is opened in `setUp() async` and closed in `tearDown() async`. What was wrong in it is recorded then, at the line that
    /// made the stub or at that of ``options``: a request that nothing answered, an expectation that was not met, a response that could not
    /// be made, a stub that nobody asked for. A subclass that overrides these two functions calls `super`.
    open class UnderstudyTestCase: XCTestCase {
        private var begun: TestRun.Begun?
        private var ranInEveryOrder = false

        /// What each test asks of its session and of the server. A subclass overrides it; nothing unless it does.
        open var options: UnderstudyOptions { .nothing }

        /// The session of the test that runs; a run of ``withEveryOrder(_:_:fileID:filePath:line:column:isolation:test:)`` has its own.
        ///
        /// Where there is none the process stops: outside of tests, and in a subclass whose `setUp() async` does not call `super`.
        public var session: UnderstudySession {
            guard let session = CurrentTest.value?.session ?? begun?.session else {
                preconditionFailure("There is no session here: does setUp() async call super?")
            }
            return session
        }

        /// Opens the test's session. An override calls `super` first.
        ///
        /// - Throws: `UnderstudyFailure` when there is no server, or it refuses the session.
        open override func setUp() async throws {
            try await super.setUp()
            ranInEveryOrder = false
            begun = try await run(with: options).begin()
        }

        /// Closes the test's session, and records what was wrong in it. An override calls `super` last.
        ///
        /// - Throws: what `XCTestCase` throws; failures of the session are recorded.
        open override func tearDown() async throws {
            if let ended = begun {
                begun = nil
                let brokeOff = testRun.map { $0.totalFailureCount > 0 } == true
                let required = ranInEveryOrder ? RequiredStubs.none : RequiredStubs(brokeOff: brokeOff)
                for problem in await run(with: options).end(ended, required: required) { record(problem) }
            }
            try await super.tearDown()
        }

        /// Runs a test once in every order of its responses, in parallel, each run in a session of its own:
        ///
        /// ```swift
        /// func testShowsTheNewestSearch() async throws {
        ///     try await withEveryOrder(EveryOrder(.triples), UnderstudyOptions(mocks: "mocks")) { session in
        ///         let model = SearchModel(baseURL: session.baseURL)
        ///         async let first: Void = model.search("po")
        ///         async let second: Void = model.search("pose")
        ///         _ = await (first, second)
        ///         XCTAssertEqual(model.results, ["pose"])
        ///     }
        /// }
        /// ```
        ///
        /// The stubs of ``options`` are in the session of each run, and what they expect has to happen there. In the test's own session nothing
        /// has to.
        ///
        /// What the runs' assertions find is one failure, at the first of the smallest order that fails. It says in a sentence which
        /// order that is, what fails in it, and with which line to repeat it. Assertions count in the test's own task and its children;
        /// those of a callback on another thread fail the test at once.
        ///
        /// - Parameters:
        ///   - orders: which orders.
        ///   - options: what each run asks of its session, beside what the test case asks.
        ///   - fileID: of the caller, for failures.
        ///   - filePath: of the caller, for failures.
        ///   - line: of the caller, for failures.
        ///   - column: of the caller, for failures.
        ///   - isolation: the caller's.
        ///   - test: the test. It runs several times at once, on any thread.
        /// - Throws: what `test` throws in an order that is repeated, unless it is an `UnderstudyFailure`; else what it throws is recorded.
        public func withEveryOrder(
            _ orders: EveryOrder = EveryOrder(), _ options: UnderstudyOptions? = nil, fileID: String = #fileID,
            filePath: String = #filePath, line: Int = #line, column: Int = #column, isolation: isolated (any Actor)? = #isolation,
            test: @escaping @Sendable (_ session: UnderstudySession) async throws -> Void
        ) async throws {
            ranInEveryOrder = true
            let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
            let run = run(with: options.map { self.options.with($0) } ?? self.options, at: place)
            try await OrderRuns.perform(orders, run, filter: filter, recording: { record($0) }) { session in
                try await CurrentTest(session: session).run { try await test(session) }
            } test: { session in
                let kept = Locked<[Problem]>([])
                let (thrown, error) = await TestRun.outcome {
                    try await CurrentTest(session: session, kept: kept).run { try await test(session) }
                }
                let other = error.map { [Problem("Caught error: \($0)", at: nil)] } ?? []
                return (kept.use { $0 } + thrown + other, !(thrown + other).isEmpty)
            }
        }

        #if canImport(ObjectiveC)
            /// Records an issue; in ``withEveryOrder(_:_:fileID:filePath:line:column:isolation:test:)`` it is kept for the one failure.
            open override func record(_ issue: XCTIssue) {
                guard let kept = CurrentTest.value?.kept else { return super.record(issue) }
                let location = issue.sourceCodeContext.location
                let path = location?.fileURL.path ?? ""
                let place = location.map { CallSite(fileID: path, filePath: path, line: $0.lineNumber, column: 1) }
                kept.use { $0.append(Problem(issue.compactDescription, at: place)) }
            }
        #else
            /// Records a failure; in ``withEveryOrder(_:_:fileID:filePath:line:column:isolation:test:)`` it is kept for the one failure.
            open override func recordFailure(
                withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
            ) {
                guard let kept = CurrentTest.value?.kept else {
                    return super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
                }
                let place = CallSite(fileID: filePath, filePath: filePath, line: lineNumber, column: 1)
                kept.use { $0.append(Problem(description, at: place)) }
            }
        #endif

        private func run(with options: UnderstudyOptions, at callSite: CallSite? = nil) -> TestRun {
            TestRun(options: options, name: name, callSite: callSite ?? options.callSite ?? Self.noPlace(name))
        }
    }
#endif
