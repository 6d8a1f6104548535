/// The place in a test from which a call was made. A failure carries it, so that whoever reports the failure points at the test's line.
///
/// Functions that can fail take its parts, with the caller's place as their defaults, and make one of them:
///
/// ```swift
/// func openFeed(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) async throws {
///     try await check(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
/// }
/// ```
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file's name, e.g. `FeedTests/FeedTests.swift`.
    public let fileID: String
    /// The file's path on the machine that compiled it.
    public let filePath: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// A place. Without arguments it is the place of this call.
    public init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// Such as `FeedTests/FeedTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
