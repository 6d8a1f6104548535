#if canImport(XCTest)
    internal import Foundation
    public import UnderstudyClient
    public import XCTest

    extension XCTestCase {
        /// Runs a test, or a part of one, in a session of its own: for a test case that is no ``UnderstudyTestCase``.
        ///
        /// ```swift
        /// func testStartsAtFive() async throws {
        ///     try await withUnderstudy { session in
        ///         try await session.stub("/counter", json: CounterDataModel(counterDefaultValue: 5))
        ///         …
        ///     }
        /// }
        /// ```
        ///
        /// What was wrong in the session is recorded at its end, at the line that made the stub or at that of this call. What the client
        /// throws is recorded at the line of the call that failed, and not thrown on.
        ///
        /// - Parameters:
        ///   - options: what the test asks of its session and of the server; nothing when nil.
        ///   - fileID: of the caller, for failures.
        ///   - filePath: of the caller, for failures.
        ///   - line: of the caller, for failures.
        ///   - column: of the caller, for failures.
        ///   - isolation: the caller's.
        ///   - test: the test, which runs once.
        /// - Throws: what `test` throws, unless it is an `UnderstudyFailure`.
        public func withUnderstudy(
            _ options: UnderstudyOptions? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
            column: Int = #column, isolation: isolated (any Actor)? = #isolation, test: (_ session: UnderstudySession) async throws -> Void
        ) async throws {
            let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
            let run = TestRun(options: options ?? .nothing, name: name, callSite: place)
            try await run.perform(recording: { record($0) }) { session in
                try await CurrentTest(session: session).run { try await test(session) }
            }
        }

        /// Records a problem as a failure of this test, at its line.
        func record(_ problem: Problem) {
            let place = problem.callSite ?? Self.noPlace(name)
            #if canImport(ObjectiveC)
                let location = XCTSourceCodeLocation(filePath: place.filePath, lineNumber: place.line)
                record(
                    XCTIssue(
                        type: .assertionFailure, compactDescription: problem.text, detailedDescription: nil,
                        sourceCodeContext: XCTSourceCodeContext(location: location), associatedError: problem.failure, attachments: []))
            #else
                recordFailure(withDescription: problem.text, inFile: place.filePath, atLine: place.line, expected: true)
            #endif
        }

        /// The place of a test that names no line.
        static func noPlace(_ name: String) -> CallSite { CallSite(fileID: name, filePath: name, line: 0, column: 0) }

        /// What `swift test --filter` takes for this test alone. The name is `-[FeedTests testX]` or `FeedTests.testX`.
        var filter: String {
            let method = name.split { ". []".contains($0) }.last ?? ""
            return "\(String(reflecting: type(of: self)))/\(method)"
        }
    }
#endif
