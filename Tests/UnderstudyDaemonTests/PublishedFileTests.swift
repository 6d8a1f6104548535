import Foundation
import Glibc
import Testing
import UnderstudyService

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
        let file = PublishedFile(path: folder.appending(path: "ready").path, .readyFile)
        try file.check()
        #expect(try names() == [])
        try file.write("ready one")
        try file.write("ready two")
        #expect(try names() == ["ready"])
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "ready two")
        file.remove()
        #expect(try names() == [])
    }

    /// In a folder where others may write, a link under the name of the temporary file would lead the text into another file.
    @Test func aLinkOfAnotherUserIsNotFollowed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let victim = folder.appending(path: "victim")
        try Data("precious".utf8).write(to: victim)
        let file = PublishedFile(path: folder.appending(path: "ready").path, .readyFile)
        let link = folder.appending(path: "ready.\(getpid()).tmp")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: victim)
        try file.check()
        try file.write("text")
        #expect(try String(contentsOf: victim, encoding: .utf8) == "precious")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "text")
    }

    @Test func aFolderHasTheName() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: PublishedFile.Failure.self) { try PublishedFile(path: folder.path, .report).check() }
        #expect(throws: PublishedFile.Failure.self) {
            try PublishedFile(path: folder.appending(path: "missing/ready").path, .report).check()
        }
    }

    @Test(arguments: [PublishedFile.Purpose.readyFile, .report]) func whatIsNoRegularFileIsNotReplaced(_ purpose: PublishedFile.Purpose)
        throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appending(path: "pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let link = folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        for (path, reason) in [(pipe, "it is a pipe"), (link, "it is a link")] {
            let file = PublishedFile(path: path, purpose)
            let failure = #expect(throws: PublishedFile.Failure.self) { try file.check() }
            #expect(failure?.description.hasSuffix("\"\(path)\": \(reason)") == true)
            #expect(throws: PublishedFile.Failure.self) { try file.write("ready") }
            file.remove()
        }
        #expect(try names() == ["link", "pipe"])
    }

    /// The ready file is removed in the end, so a file of the user's would be lost. One that is left from a crash is replaced.
    @Test func aReadyFileReplacesNoOtherFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "ready").path
        try Data("precious".utf8).write(to: URL(filePath: path))
        let failure = #expect(throws: PublishedFile.Failure.self) { try PublishedFile(path: path, .readyFile).check() }
        #expect(failure?.description == "writing the ready file \"\(path)\": it is another file, which would be lost")
        try PublishedFile(path: path, .report).check()
        for older in ["", "ready http=http://127.0.0.1:8080 pid=1\n"] {
            try Data(older.utf8).write(to: URL(filePath: path))
            try PublishedFile(path: path, .readyFile).check()
        }
    }

    @Test func onlyTheWrittenFileIsRemoved() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, kept) = (folder.appending(path: "ready").path, folder.appending(path: "kept").path)
        let file = PublishedFile(path: path, .readyFile)
        try file.write("ready one")
        // A second server writes its own; the first one keeps its file's number, so that the two cannot be the same.
        try FileManager.default.moveItem(atPath: path, toPath: kept)
        try Data("ready two".utf8).write(to: URL(filePath: path))
        file.remove()
        #expect(try names() == ["kept", "ready"])
    }

    @Test func aTemporaryFolderThatDoesNotExistIsRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try StartChecks.checkTemporaryFolder(["TMPDIR": folder.path])
        try StartChecks.checkTemporaryFolder(["TMPDIR": ""])
        try StartChecks.checkTemporaryFolder([:])
        let failure = #expect(throws: StartFailure.self) { try StartChecks.checkTemporaryFolder(["TMPDIR": folder.path + "/none"]) }
        #expect(failure?.exit == .cannotCreate)
        let line = "making a file in \"\(folder.path)/none\" (TMPDIR): No such file or directory."
        #expect(failure?.messages == ["\(line) Name a folder that the server's user may write to."])
        #expect(try names() == [])
    }
}
