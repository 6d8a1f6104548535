import FixtureStore
import Foundation
import JSONDocument
import StubModel
import Synchronization
import TestSupport
import Testing

/// What is compiled again when a folder is read again.
@Suite struct FixtureReaderTests {
    private let folder: TemporaryFolder
    private let reader: FixtureReader<String>
    private let compiled = Names()

    /// The URLs of the mappings that were compiled.
    private final class Names: Sendable {
        private let names = Mutex<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
        /// Those since the last call, sorted.
        func take() -> [String] {
            names.withLock { names in
                defer { names = [] }
                return names.sorted()
            }
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a", "b", "c"] { try folder.write("mappings/\(name).json", #"{"request": {"url": "/\#(name)"}}"#) }
        let compiled = compiled
        reader = FixtureReader(try FixtureFolder(folder.path)) { mapping, _ in
            let url = mapping.request.url?.text ?? ""
            compiled.add(url)
            return url
        }
    }

    @Test func onlyWhatChangedIsCompiledAgain() throws {
        #expect(reader.load().stubs == ["/a", "/b", "/c"])
        #expect(compiled.take() == ["/a", "/b", "/c"])
        #expect(reader.load().stubs == ["/a", "/b", "/c"])
        #expect(compiled.take() == [])
        try folder.write("mappings/b.json", #"{"request": {"url": "/new"}}"#)
        #expect(reader.load().stubs == ["/a", "/new", "/c"])
        #expect(compiled.take() == ["/new"])
        try FileManager.default.removeItem(atPath: folder.path + "/mappings/a.json")
        #expect(reader.load().stubs == ["/new", "/c"])
        #expect(compiled.take() == [])
    }

    @Test func aChangedBodyFileChecksItsMappingAgain() throws {
        try folder.write("__files/b.txt", "b")
        try folder.write("mappings/b.json", #"{"request": {"url": "/b"}, "response": {"bodyFileName": "b.txt"}}"#)
        #expect(reader.load().stubs.count == 3)
        _ = compiled.take()
        #expect(reader.newBodyProblems().isEmpty && compiled.take() == [])
        try FileManager.default.removeItem(atPath: folder.path + "/__files/b.txt")
        try folder.write("mappings/a.json", #"{"request": {"url": "/new"}}"#)
        #expect(reader.newBodyProblems { true }.isEmpty && compiled.take() == [], "it is cancelled")
        #expect(reader.newBodyProblems().map(\.message) == [#"the body file "\#(folder.path)/__files/b.txt" is not there"#])
        #expect(compiled.take() == ["/b"], "A mapping file that has changed is left to the next load.")
        #expect(reader.newBodyProblems().isEmpty, "each is told once")
        #expect(reader.load().stubs == ["/new", "/b", "/c"])
    }

    @Test func aFileWithAMistakeIsToldUntilItIsMended() throws {
        _ = reader.load()
        try folder.write("mappings/b.json", "{")
        for _ in 0..<2 {
            let set = reader.load()
            #expect(set.problems.map(\.source) == [folder.path + "/mappings/b.json"])
            #expect(set.stubs.isEmpty)
        }
        _ = compiled.take()
        try folder.write("mappings/b.json", #"{"request": {"url": "/b"}}"#)
        #expect(reader.load().stubs == ["/a", "/b", "/c"])
        #expect(compiled.take() == ["/b"])
    }

    /// It keeps the first set from being used: then nobody depends on the server yet.
    @Test func aBodyThatCannotBeServedHoldsUpNoLaterMapping() throws {
        try folder.write("__files/a.txt", "a")
        #expect(reader.load().problems.isEmpty)
        try folder.link("__files/out.txt", to: "/etc/hostname")
        try folder.link("__files/self", to: "self")
        #expect(mkfifo("\(folder.path)/__files/pipe", 0o600) == 0)
        try folder.write("mappings/b.json", #"{"request": {"url": "/new"}}"#)
        let set = reader.load()
        let files = ["out.txt", "pipe", "self"].map { "\(folder.path)/__files/\($0)" }
        #expect(set.problems == [] && set.stubs == ["/a", "/new", "/c"])
        #expect(set.lateProblems.map(\.source) == files)
        let start = try FixtureFolder(folder.path).load()
        #expect(start.problems.map(\.source) == files && start.lateProblems == [])

        try FileManager.default.removeItem(atPath: folder.path + "/__files")
        try folder.write("__files", "no folder")
        try folder.write("s3", "no folder")
        let other = reader.load()
        #expect(other.problems == [] && other.stubs.count == 3)
        #expect(other.lateProblems.map(\.message) == ["expected a folder, found a file", "expected a folder, found a file"])
    }

    @Test func anIdInTwoFilesIsToldWhicheverChanged() throws {
        let id = "76ada7b0-55ae-4229-91c4-396a36f18347"
        try folder.write("mappings/c.json", #"{"id": "\#(id)", "request": {"url": "/c"}}"#)
        #expect(reader.load().problems.isEmpty)
        try folder.write("mappings/a.json", #"{"id": "\#(id)", "request": {"url": "/a"}}"#)
        _ = compiled.take()
        for place in [8, 9] {
            try folder.write("mappings/a.json", #"{\#(place == 9 ? " " : "")"id": "\#(id)", "request": {"url": "/a"}}"#)
            let set = reader.load()
            #expect(set.stubs == ["/a", "/b", "/c"])
            #expect(set.warnings.map(\.source) == [folder.path + "/mappings/c.json"])
            #expect(set.warnings.first?.message.contains("is taken already, at \(folder.path)/mappings/a.json:1:\(place)") == true)
        }
        #expect(compiled.take() == ["/a", "/a", "/c"])
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}}"#)
        #expect(reader.load().warnings.isEmpty)
        #expect(compiled.take() == ["/a", "/c"], "it gets its own id back")
    }

    /// A body file that changes has its mapping compiled outside the order of files.
    @Test func aBodyFileThatChangesLeavesTheIds() throws {
        let id = "76ada7b0-55ae-4229-91c4-396a36f18347"
        let folder = try TemporaryFolder()
        try folder.write("__files/b.txt", "b")
        for name in ["a", "b"] {
            try folder.write("mappings/\(name).json", #"{"id": "\#(id)", "response": {"bodyFileName": "b.txt"}}"#)
        }
        let reader = FixtureReader(try FixtureFolder(folder.path)) { mapping, _ in mapping.id }
        let ids = reader.load().stubs
        #expect(ids.first == UniqueID(id) && Set(ids).count == 2)
        try folder.write("__files/b.txt", "another")
        #expect(reader.newBodyProblems().isEmpty)
        #expect(reader.load().stubs == ids)
    }

    /// The mapping did not change, but what is said about it did.
    @Test func aBodyFileThatComesOrGoesIsLookedAtAgain() throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"bodyFileName": "a.txt"}}"#)
        #expect(reader.load().lateProblems.count == 1)
        try folder.write("__files/a.txt", "A")
        #expect(reader.load().lateProblems.isEmpty)
        #expect(reader.load().lateProblems.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path + "/__files/a.txt")
        #expect(reader.load().lateProblems.count == 1)
    }

    @Test func anotherFolderOfTheNameIsReadFromItself() throws {
        try folder.write("one/mappings/a.json", #"{"request": {"url": "/1"}}"#)
        try folder.write("two/mappings/a.json", #"{"request": {"url": "/2"}}"#)
        try folder.link("current", to: "one")
        let reader = FixtureReader(try FixtureFolder(folder.path + "/current")) { mapping, _ in mapping.request.url?.text }
        #expect(reader.load().stubs == ["/1"])
        try FileManager.default.removeItem(atPath: folder.path + "/current")
        try folder.link("current", to: "two")
        #expect(reader.load().stubs == ["/2"])
    }

    @Test func aFolderThatIsGoneIsToldAndFoundAgain() throws {
        #expect(reader.load().stubs.count == 3)
        try FileManager.default.moveItem(atPath: folder.path + "/mappings", toPath: folder.path + "-mappings")
        defer { try? FileManager.default.removeItem(atPath: folder.path + "-mappings") }
        try FileManager.default.removeItem(atPath: folder.path)
        let gone = reader.load()
        #expect(gone.problems.map(\.message) == ["no such file or folder"])
        _ = compiled.take()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder.path + "-mappings", toPath: folder.path + "/mappings")
        #expect(reader.load().stubs.count == 3)
        #expect(compiled.take() == [])
    }
}
