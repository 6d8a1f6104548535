import FileStore
import Foundation
import JSONDocument
import TestSupport
import Testing

@testable import S3Service

@Suite struct S3FolderCheckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lines() throws -> [String] {
        S3FolderCheck.problems(in: FileStore(try FileRoot(folder.path))).map { $0.description.replacing(folder.path + "/", with: "") }
    }

    @Test func ordinaryFilesAreObjects() throws {
        for path in ["a", "a b/c.jpg", "100%.jpg", "%!a//x".replacing("//", with: "/"), "c.jpg.meta.json", ".gitkeep", ".meta.json", "é"] {
            try folder.write("s3/pics/\(path)", "x")
        }
        #expect(try lines() == [])
    }

    @Test func twoFilesThatAreOneObject() throws {
        try folder.write("s3/pics/a", "x")
        try folder.write("s3/pics/%!a", "x")
        try folder.write("s3/pics/b/c/d", "x")
        try folder.write("s3/pics/b/%!c/d", "x")
        let lines = try lines()
        #expect(lines.count == 2)
        #expect(
            lines.first == "s3/pics/a:1:1: this file and s3/pics/%!a are the same object \"a\". "
                + "Delete one of them: \"%!\" before a name is an escape, and not part of the key.")
    }

    @Test func theEscapeOfNoKeyIsNoObject() throws {
        try folder.write("s3/pics/%!", "x")
        #expect(try lines() == ["s3/pics/%!:1:1: the name is the escape of an empty key, so the file is not an object. Rename the file."])
    }

    @Test func aNameThatIsNotTextIsNoObject() throws {
        try folder.write("s3/pics/%!caf%E9", "x")
        #expect(try lines() == ["s3/pics/%!caf%E9:1:1: the name is not in UTF-8, so the file is not an object. Rename the file."])
    }

    @Test func namesThatAreNoKeys() throws {
        try folder.write("s3/pics/%!x%zz", "x")
        let deep = Array(repeating: String(repeating: "d", count: 200), count: 6).joined(separator: "/")
        try folder.write("s3/pics/\(deep)", "x")
        let lines = try lines()
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("s3/pics/%!x%zz:1:1: the name begins with \"%!\" and is not a valid escaped key") == true)
        #expect(lines.last?.contains(":1:1: the key has 1205 bytes; S3 allows at most 1024") == true)
    }
}
