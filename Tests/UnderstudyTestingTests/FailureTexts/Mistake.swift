import Foundation
import UnderstudyClient
import UnderstudyTesting

/// A mistake that somebody makes in a test or in an app, and the text that the test then shows.
struct Mistake: Sendable {
    /// What is wrong, in a few words: a heading of docs/failures.md.
    let title: String
    /// The folder of mocks that the test's trait names.
    let mocks: String?
    /// The test in which it is made.
    let test: @Sendable (UnderstudySession) async throws -> Void
    /// The line on which its code begins, in the file of `filePath`.
    let line: Int
    let filePath: String

    init(
        _ title: String, mocks: String? = nil, filePath: String = #filePath, line: Int = #line,
        test: @escaping @Sendable (_ session: UnderstudySession) async throws -> Void
    ) {
        self.title = title
        self.mocks = mocks
        self.filePath = filePath
        self.line = line
        self.test = test
    }

    static let all = requests + stubs + verifications + timing + servers
}

extension Mistake {
    /// The lines of the test's body, as they stand in the source, without its indentation.
    func code() throws -> [String] {
        let lines = try Self.source(filePath)
        let first = lines[line - 1]
        let indentation = String(first.prefix { $0 == " " })
        let body = lines[line...].prefix { !$0.hasPrefix(indentation + "}") }
        return body.map { String($0.dropFirst(indentation.count + 4)) }
    }

    /// The line of the source that a place names; nil when it names none of this test.
    func line(at place: CallSite?) throws -> String? {
        guard let place, place.filePath == filePath, place.line > line else { return nil }
        return try Self.source(filePath)[place.line - 1].trimmingCharacters(in: .whitespaces)
    }

    private static func source(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    }
}
