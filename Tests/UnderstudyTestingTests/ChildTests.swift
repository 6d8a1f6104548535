import Foundation
import Testing

/// This program of tests again, in a process of its own that runs the tests that fail.
struct ChildTests {
    /// What it printed, without colours.
    let output: String
    let status: Int32

    /// - Parameters:
    ///   - test: e.g. `FailingTests/miss`.
    ///   - xctest: whether it is one of XCTest's.
    ///   - schedule: for the test that repeats an order.
    ///   - server: one that runs.
    ///   - replay: for all tests that run in every order.
    init(_ test: String, xctest: Bool = false, schedule: String? = nil, replay: String? = nil, server: URL? = nil) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.program))
        process.arguments =
            xctest
            ? ["UnderstudyTestingTests.\(test)"] : ["--testing-library", "swift-testing", "--filter", "UnderstudyTestingTests.\(test)\\("]
        var environment = ProcessInfo.processInfo.environment
        environment["FAILING_TESTS"] = "1"
        environment["FAILING_SCHEDULE"] = schedule
        environment["UNDERSTUDY_REPLAY"] = replay
        environment["UNDERSTUDY_URL"] = server?.absoluteString
        environment["NO_COLOR"] = "1"
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        // On a thread of its own: no thread of Swift's pool waits.
        (output, status) = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: (String(decoding: data, as: UTF8.self), process.terminationStatus))
            }
        }
    }

    /// Whether there is a line with these in this order.
    func hasLine(_ parts: String...) -> Bool {
        output.split(separator: "\n").contains { line in
            var rest = line
            return parts.allSatisfy { part in
                guard let range = rest.range(of: part) else { return false }
                rest = rest[range.upperBound...]
                return true
            }
        }
    }

    /// How many issues or failures it told of.
    var issues: Int {
        output.split(separator: "\n").count { $0.contains("recorded an issue") || $0.contains(": error: ") }
    }

    /// The line of a file beside this one that ends with a comment, as `FILE:LINE`.
    static func place(_ file: String, _ comment: String) throws -> String {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Failing/\(file)")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.hasSuffix("// \(comment)") }) + 1
        return "\(file):\(line):"
    }

    /// Where the tests lie: the first argument under `swift test`, where a helper program loads a bundle elsewhere.
    private static var program: String? { CommandLine.arguments.first }
}
