import Foundation
import Testing

@testable import UnderstudyDaemon

/// The ready file and reports.
@Suite(.timeLimit(.minutes(5))) struct PublishedFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "published-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    @Test func itIsWrittenAsAWholeAndRemoved() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = PublishedFile(path: folder.appending(path: "ready").path)
        try file.check()
        #expect(try names() == [])
        try file.write("one")
        try file.write("two")
        #expect(try names() == ["ready"])
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "two")
        file.remove()
        #expect(try names() == [])
    }

    /// In a folder where others may write, a link under the name of the temporary file would lead the text into another file.
    @Test func aLinkOfAnotherUserIsNotFollowed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let victim = folder.appending(path: "victim")
        try Data("precious".utf8).write(to: victim)
        let file = PublishedFile(path: folder.appending(path: "ready").path)
        let link = folder.appending(path: "ready.\(getpid()).tmp")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: victim)
        try file.check()
        try file.write("text")
        #expect(try String(contentsOf: victim, encoding: .utf8) == "precious")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "text")
    }

    @Test func aFolderHasTheName() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: (any Error).self) { try PublishedFile(path: folder.path).check() }
        #expect(throws: (any Error).self) { try PublishedFile(path: folder.appending(path: "missing/ready").path).check() }
    }
}
