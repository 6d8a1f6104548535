import AdminAPI
import FixtureStore
import Foundation
import HTTPMessage
import TestSupport
import Testing

@testable import UnderstudyService

/// `__files` in the admin API.
@Suite(.timeLimit(.minutes(5))) struct AdminFilesTests {
    private let folder: TemporaryFolder
    private let files: AdminBodyFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("__files/a/b.json", "{}")
        files = AdminBodyFolder(folder: try FixtureFolder(folder.path))
    }

    @Test(arguments: ["a/", "a/b.json/", "x/y/", String(repeating: "x", count: 256), "a/" + String(repeating: "ä", count: 128)])
    func aPathThatNoFileCanHaveIsRefused(path: String) {
        #expect(refusal { try files.write(path, [1]) } == "impossible", "write")
        #expect(refusal { _ = try files.read(path) } == "impossible", "read")
        #expect(refusal { try files.remove(path) } == "impossible", "remove")
    }

    @Test func aPathWithANULOrOfManyFoldersIsRefused() {
        for path in ["a\u{0}b", "a/\u{0}", String(repeating: "x/", count: 2_000) + "y"] {
            #expect(refusal { try files.write(path, [1]) } == "impossible")
        }
    }

    @Test func aFileIsNoFolder() throws {
        for path in ["a/b.json/c", "a/b.json/c/d"] {
            let error = #expect(throws: BodyFolderError.self) { try files.write(path, [1]) }
            #expect(error == .impossible(path, reason: "\"\(folder.path)/__files/a/b.json\" is a file, and no folder"))
        }
        #expect(try files.read("a/b.json/c") == nil)
        #expect(try folder.text("__files/a/b.json") == "{}")
    }

    @Test func aFolderIsNoFile() { #expect(refusal { try files.write("a", [1]) } == "impossible") }

    @Test func aPathThatLeadsOutIsRefused() throws {
        try folder.link("__files/out", to: "/etc")
        for path in ["../x", "a/../../x", "/../x", "out/passwd"] {
            #expect(refusal { _ = try files.read(path) } == "outside", "\(path)")
            #expect(refusal { try files.write(path, [1]) } == "outside", "\(path)")
        }
    }

    @Test func theLongestNameIsTaken() throws {
        let name = String(repeating: "x", count: 255)
        try files.write("a/" + name, [1, 2])
        #expect(try files.read("a/" + name)?.length == 2)
    }

    /// It would not fit into memory.
    @Test func aLongFileIsReadWhileItIsSent() throws {
        let path = folder.path + "/__files/long.bin"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 6 << 30)
        try handle.close()
        let body = try #require(try files.read("long.bin"))
        #expect(!body.isInMemory)
        #expect(body.length == 6 << 30)
    }

    private func refusal(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch BodyFolderError.impossible {
            return "impossible"
        } catch BodyFolderError.outside {
            return "outside"
        } catch {
            return "\(error)"
        }
    }
}
