import Digest
import FileStore
import Foundation
import HTTPMessage
import TestSupport
import Testing

@Suite struct FileStoreTests {
    private let folder: TemporaryFolder
    private let path = RelativePath("a.txt")!

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("a.txt", "first")
    }

    private func store(capacity: Int = 64 << 20) throws -> FileStore { FileStore(try FileRoot(folder.path), capacity: capacity) }

    private func text(_ file: StoredFile?) throws -> String? { try file.map { String(decoding: try $0.bytes(), as: UTF8.self) } }

    @Test func unchangedFileIsOneObject() throws {
        let store = try store()
        let first = try #require(try store.file(at: path))
        #expect(try store.file(at: path) === first)
        #expect(store.bytesInMemory >= 5)
    }

    @Test func readsAreNotedOnlyWhenSomebodyWantsThem() throws {
        let store = try store()
        _ = try store.file(at: path)
        #expect(store.readPaths.isEmpty)
        try folder.write("b.txt", "second")
        store.noteReads()
        _ = try store.file(at: try #require(RelativePath("b.txt")))
        #expect(store.readPaths == [RelativePath("b.txt")])
    }

    @Test func aFolderIsLookedForEachTime() throws {
        let store = try store()
        let path = try #require(RelativePath("folder/inner"))
        #expect(!store.hasFolder(at: path))
        try folder.write("folder/inner/file.txt", "")
        for _ in 0..<2 { #expect(store.hasFolder(at: path)) }
        #expect(!store.hasFolder(at: path.appending(try #require(RelativePath("file.txt")))))
        try FileManager.default.removeItem(atPath: folder.path + "/folder/inner")
        #expect(!store.hasFolder(at: path))
        try folder.write("folder/inner", "a file in its place")
        #expect(!store.hasFolder(at: path))
    }

    @Test func aFolderOutsideIsNone() throws {
        let store = try store()
        let outside = try TemporaryFolder()
        let path = try #require(RelativePath("folder"))
        try folder.write("folder/file.txt", "")
        #expect(store.hasFolder(at: path))
        try FileManager.default.moveItem(atPath: folder.path + "/folder", toPath: folder.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/folder", withDestinationPath: outside.path)
        for _ in 0..<2 { #expect(!store.hasFolder(at: path)) }
        try FileManager.default.removeItem(atPath: folder.path + "/folder")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/folder", withDestinationPath: "elsewhere")
        for _ in 0..<2 { #expect(store.hasFolder(at: path)) }
    }

    @Test func changeIsSeenAtOnce() throws {
        let store = try store()
        for round in 0..<200 {
            // Often within one tick of the file system's clock, always of one length.
            let expected = "text \(1_000 + round)"
            try Data(expected.utf8).write(to: URL(fileURLWithPath: folder.path + "/a.txt"), options: round % 2 == 0 ? .atomic : [])
            #expect(try text(store.file(at: path)) == expected)
        }
    }

    @Test func changeWithTheOldTimeIsSeen() throws {
        let store = try store()
        try folder.setModified("a.txt", 1_700_000_000)
        #expect(try text(store.file(at: path)) == "first")
        try folder.write("a.txt", "other")
        try folder.setModified("a.txt", 1_700_000_000)
        #expect(try text(store.file(at: path)) == "other")
    }

    @Test func removedFileIsGone() throws {
        let store = try store()
        _ = try store.file(at: path)
        try FileManager.default.removeItem(atPath: folder.path + "/a.txt")
        #expect(try store.file(at: path) == nil)
    }

    @Test func fileReplacedByALinkOutIsRefused() throws {
        let store = try store()
        _ = try store.file(at: path)
        try FileManager.default.removeItem(atPath: folder.path + "/a.txt")
        try folder.link("a.txt", to: "/etc/passwd")
        #expect(throws: FileError.self) { try store.file(at: path) }
    }

    @Test func memoryIsBounded() throws {
        let store = try store(capacity: 100_000)
        for index in 0..<40 {
            try folder.write("\(index)", [UInt8](repeating: UInt8(index), count: 10_000))
            _ = try store.file(at: RelativePath("\(index)")!)
            #expect(store.bytesInMemory <= 100_000)
        }
        #expect(store.bytesInMemory > 50_000)
    }

    /// What is kept about a file takes more than a short file itself.
    @Test func shortFilesCountAsWhatTheyTake() throws {
        let store = try store()
        for index in 0..<10 {
            try folder.write("\(index)", "x")
            _ = try store.file(at: RelativePath("\(index)")!)
        }
        #expect(store.bytesInMemory >= 18_500)
    }

    @Test func whatWasUsedLastStays() throws {
        let store = FileStore(try FileRoot(folder.path), capacity: 100_000, settlingTime: .seconds(-3_600))
        let paths = (0..<10).map { RelativePath("\($0)")! }
        for path in paths { try folder.write(path.text, [UInt8](repeating: 1, count: 8_500)) }
        var files = try paths.prefix(9).map { try #require(try store.file(at: $0)) }
        #expect(try store.file(at: paths[0]) === files[0])
        files.append(try #require(try store.file(at: paths[9])))
        // The least recently used two have made room.
        for index in [0, 3, 4, 5, 6, 7, 8, 9] { #expect(try store.file(at: paths[index]) === files[index], "\(index)") }
        for index in [1, 2] { #expect(try store.file(at: paths[index]) !== files[index], "\(index)") }
    }

    @Test func largeFilesAreReadByBlocksAndTheDescriptorGoesWithThem() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try folder.write("large.bin", bytes)
        let store = try store(capacity: 100_000)
        let file = try #require(try store.file(at: RelativePath("large.bin")!))
        guard case .blocks(let source, let range) = file.body else {
            Issue.record("not by blocks")
            return
        }
        #expect(range == 0..<100_000)
        var read: [UInt8] = []
        while read.count < range.count {
            var block = [UInt8](repeating: 0, count: 33_333)
            var span = block.mutableSpan
            var raw = unsafe span.mutableBytes
            let count = try source.read(at: read.count, into: &raw)
            try #require(count > 0)
            read += block.prefix(count)
        }
        #expect(read == bytes)
        #expect(try file.md5() == MessageDigest.of(bytes, .md5).hex)
        #expect(store.bytesInMemory <= 100_000)
    }

    /// A program that appends without a pause would keep a reader that waits for the end.
    @Test func whatIsAppendedToALargeFileBelongsToAnotherVersion() throws {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        try folder.write("large.log", bytes)
        let store = try store(capacity: 100_000)
        let path = try #require(RelativePath("large.log"))
        let file = try #require(try store.file(at: path))
        let appending = try #require(FileHandle(forWritingAtPath: folder.path + "/large.log"))
        _ = try appending.seekToEnd()
        try appending.write(contentsOf: Data("more".utf8))
        #expect(try file.bytes() == bytes)
        #expect(try file.md5() == MessageDigest.of(bytes, .md5).hex)
        #expect(try store.digest(of: path)?.md5 == MessageDigest.of(bytes + Array("more".utf8), .md5).hex)
        try appending.truncate(atOffset: 5)
        #expect(try file.bytes() == Array(bytes.prefix(5)))
    }

    @Test func openDescriptorsDoNotPileUp() throws {
        let store = try store(capacity: 1_000_000)
        for index in 0..<50 {
            try folder.write("\(index)", [UInt8](repeating: 1, count: 300_000))
            _ = try store.file(at: RelativePath("\(index)")!)
        }
        // Only those of this folder: other tests run at the same time.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            return target?.hasPrefix(folder.path) == true
        }
        #expect(open.count < 25)
    }

    @Test func manyThreadsSeeOneOfTheVersions() async throws {
        let store = try store()
        let folder = self.folder.path
        let path = self.path
        let texts = [String(repeating: "a", count: 5_000), String(repeating: "b", count: 5_000)]
        try Data(texts[0].utf8).write(to: URL(fileURLWithPath: folder + "/a.txt"))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<300).allSatisfy { _ in
                        guard let file = try? store.file(at: path), let bytes = try? file.bytes() else { return false }
                        return bytes.elementsEqual(texts[0].utf8) || bytes.elementsEqual(texts[1].utf8)
                    }
                }
            }
            group.addTask {
                for round in 0..<100 {
                    try? Data(texts[round % 2].utf8).write(to: URL(fileURLWithPath: folder + "/a.txt"), options: .atomic)
                }
                return true
            }
            for await isGood in group { #expect(isGood) }
        }
    }
}
