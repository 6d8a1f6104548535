import Foundation
import Testing

/// A test waits for an event: a ready line, a bell, the journal, the virtual clock. It does not sleep, and does not ask again and again.
@Suite struct WaitingTests {
    /// Loops without a body that wait in what they ask, not by asking again.
    private static let blocking: Set<String> = [
        "Tests/TestSupport/RawClient.swift: while buffer.count < count, try fill() == nil {}",
        "Tests/UnderstudyServiceTests/Logging/LogWriterTests.swift: while !writer.finish() {}",
        "Tests/TestSupport/Bell.swift: while unsafe rings == heard, condition.wait(until: nextLook) {}",
    ]
    private static let sleep = Pattern(#"(?:Thread|Task|time)\.sleep|(?:^|[^A-Za-z_."])(?:u|nano)?sleep\("#)
    private static let spin = Pattern(#"^ *(while .*\{ *\})$|\b(?:Task\.yield|sched_yield)\("#)
    private static let suite = Pattern(#"@Suite[^{]*?struct [A-Za-z0-9]+"#)

    private static let python: [(path: String, text: String)] = {
        let walk = FileManager.default.enumerator(
            at: SourceFile.root.appending(path: "Tests"), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        var files: [(String, String)] = []
        for case let url as URL in walk ?? .init() where url.pathExtension == "py" {
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
            files.append((String(url.standardized.path.dropFirst(SourceFile.root.path.count + 1)), text))
        }
        return files
    }()

    @Test func noTestSleeps() {
        let all = SourceFile.tests.map { ($0.path, $0.code) } + Self.python.map { ($0.path, $0.text) }
        for (path, code) in all {
            for match in Self.sleep.matches(in: code) { Issue.record("\(path): \(match.text)") }
        }
    }

    @Test func noTestSpins() {
        for file in SourceFile.tests {
            for match in Self.spin.matches(in: file.code) {
                #expect(Self.blocking.contains("\(file.path): \(match.group)"), "\(file.path): \(match.group)")
            }
        }
    }

    /// Where processes and sockets are, something may not come. No test waits for it for ever.
    @Test(arguments: ["EndToEnd", "MicroHTTPDTests", "RecorderTests", "UpstreamTests", "UnderstudyDaemonTests", "UnderstudyServiceTests"])
    func suitesWithSocketsHaveATimeLimit(_ target: String) {
        for file in SourceFile.tests where file.room == target {
            for match in Self.suite.matches(in: file.code) {
                #expect(match.text.contains(".timeLimit("), "\(file.path): \(match.text)")
            }
        }
    }
}
