import Foundation
import Testing
import UnderstudyClient

@testable import UnderstudyTesting

/// Makes each mistake of docs/failures.md on the built program, and compares the texts that its test shows with the page.
///
/// With `WRITE_FAILURES=1` in the environment it writes the page.
@Suite struct FailureTextsTests {
    @Test func thePageHasTheTexts() async throws {
        let test = try #require(Test.current)
        let sections = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (number, mistake) in Mistake.all.enumerated() {
                group.addTask { (number, try await Self.section(number + 1, mistake, in: test)) }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
        }
        let page = ([Self.introduction] + sections).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["WRITE_FAILURES"] == "1" { try Data(page.utf8).write(to: Self.page) }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        let (found, expected) = (page.components(separatedBy: "\n"), written.components(separatedBy: "\n"))
        let differs = zip(found, expected).enumerated().first { $1.0 != $1.1 }
        #expect(
            page == written,
            """
            docs/failures.md:\((differs?.offset ?? min(found.count, expected.count)) + 1) says "\(differs?.element.1 ?? "")", and a test \
            shows "\(differs?.element.0 ?? "")". Read the difference, and write the page: WRITE_FAILURES=1 swift test --filter FailureTexts
            """)
    }

    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../docs/failures.md").standardizedFileURL

    private static let introduction = """
        # Failures

        What a test shows for \(Mistake.all.count) mistakes. Each is the body of a test with the trait `.understudy`, where `App` sends requests as
        an app does; below it is the line at which the failure is reported, and its text. The test `FailureTextsTests` makes each
        mistake, and writes this page: `WRITE_FAILURES=1 swift test --filter FailureTexts`.

        """

    /// A mistake's part of the page.
    private static func section(_ number: Int, _ mistake: Mistake, in test: Test) async throws -> String {
        let place = CallSite(fileID: #fileID, filePath: mistake.filePath, line: mistake.line, column: 1)
        let run = TestRun(options: UnderstudyOptions(mocks: mistake.mocks), name: mistake.title, callSite: place)
        let begun = try await run.begin()
        let (found, brokeOff) = await CollectedIssues.of(test, Test.Case.current) { try await mistake.test(begun.session) }
        let problems = found + (await run.end(begun, required: RequiredStubs(brokeOff: brokeOff)))
        #expect(!problems.isEmpty, "\(mistake.title): the test passes")
        var lines = ["## \(number). \(mistake.title)", ""]
        if let mocks = mistake.mocks { lines += ["With `.understudy(mocks: \"\(mocks)\")`:", ""] }
        lines += ["```swift"] + (try mistake.code()) + ["```", ""]
        for problem in problems {
            let line = try mistake.line(at: problem.callSite)
            lines += [line.map { "At `\($0)`:" } ?? "At the test:", "", "```"]
            lines += [normalized(problem.text), "```", ""]
        }
        return lines.joined(separator: "\n")
    }

    /// Without what is another in each run: ports, ids, paths of this machine.
    private static func normalized(_ text: String) -> String {
        let root = page.deletingLastPathComponent().deletingLastPathComponent().path
        return text.replacing(root, with: "…")
            .replacing(#/\/[^"]*\/understudy-[0-9A-F-]{36}/#, with: "FOLDER")
            .replacing(#/session "[a-z0-9]{12}"/#, with: "session \"ID\"")
            .replacing(#/ after \d+ ms:/#, with: ":")
            // As curl 8.10 and later say it.
            .replacing("Couldn't connect to server", with: "Could not connect to server")
            .replacing(#/127\.0\.0\.1:\d{4,5}/#, with: "127.0.0.1:PORT")
            .replacing(#/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#, with: "ID")
    }
}
