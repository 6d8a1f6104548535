import FileStore
import Foundation
import HTTPMessage
import TestSupport
import Testing

@Suite struct KnownResponseTests {
    private let folder: TemporaryFolder
    private let target = Array("/a.txt".utf8)[...]
    private let path = RelativePath("a.txt")!

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("a.txt", "first")
    }

    /// Every version of a file here has another length, so that it need not settle.
    private func store(capacity: Int = 64 << 20, settlingTime: Duration = .seconds(-3_600)) throws -> FileStore {
        FileStore(try FileRoot(folder.path), capacity: capacity, settlingTime: settlingTime)
    }

    /// Looks at the file and at what describes it, and keeps a response made of both.
    @discardableResult
    private func keep(_ store: FileStore, at paths: [RelativePath]? = nil, _ purpose: ResponsePurpose = .file) throws -> Response {
        var look = store.look()
        var body = BodySource.empty
        for path in paths ?? [path] {
            if let file = try store.file(at: path, &look) {
                _ = try store.metadata(of: path, &look)
                body = file.body
                break
            }
        }
        let response = Response(status: 200, body: body)
        store.keep(response, for: target, purpose, seen: look)
        return response
    }

    @Test func anUnchangedFileKeepsItsResponse() throws {
        let store = try store()
        let response = try keep(store)
        #expect(store.response(to: target, .file) === response)
        #expect(store.response(to: target, .file) === response)
    }

    @Test func targetsAndPurposesAreToldApart() throws {
        let store = try store()
        try keep(store)
        #expect(store.response(to: target, .object) == nil)
        #expect(store.response(to: Array("/b.txt".utf8)[...], .file) == nil)
    }

    @Test func aChangedFileHasNone() throws {
        let store = try store()
        try keep(store)
        try folder.write("a.txt", "second one")
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aFileRenamedIntoItsPlaceHasNone() throws {
        let store = try store()
        try folder.write("b.txt", "other")
        try keep(store)
        #expect(rename(folder.path + "/b.txt", folder.path + "/a.txt") == 0)
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aRemovedFileHasNone() throws {
        let store = try store()
        try keep(store)
        try FileManager.default.removeItem(atPath: folder.path + "/a.txt")
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aDescriptionThatAppearsIsSeen() throws {
        let store = try store()
        try keep(store)
        try folder.write("a.txt.meta.json", "{}")
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aFileThatComesFirstIsSeen() throws {
        let store = try store()
        try keep(store, at: [RelativePath("a")!, path])
        #expect(store.response(to: target, .file) != nil)
        try folder.write("a", "before the other")
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aFolderReplacedByAnotherIsSeen() throws {
        try folder.write("d/a.txt", "first")
        try folder.write("e/a.txt", "other")
        let store = try store()
        try keep(store, at: [RelativePath("d/a.txt")!])
        #expect(rename(folder.path + "/d", folder.path + "/f") == 0)
        #expect(rename(folder.path + "/e", folder.path + "/d") == 0)
        #expect(store.response(to: target, .file) == nil)
    }

    /// A write that has begun may go on without showing.
    @Test func aFileThatWasJustChangedKeepsNothing() throws {
        let store = try store(settlingTime: FileStore.settlingTime)
        try keep(store)
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func whatHasLeftMemoryIsNotHeld() throws {
        let store = try store(capacity: 50_000)
        try folder.write("a.txt", [UInt8](repeating: 1, count: 10_000))
        weak var kept: Response?
        kept = try keep(store)
        #expect(kept != nil)
        for index in 0..<10 {
            try folder.write("\(index)", [UInt8](repeating: 2, count: 10_000))
            _ = try store.file(at: RelativePath("\(index)")!)
        }
        #expect(kept == nil)
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aLookBegunBeforeItLeftMemoryKeepsNothing() throws {
        let store = try store(capacity: 50_000)
        try folder.write("a.txt", [UInt8](repeating: 1, count: 10_000))
        var look = store.look()
        let file = try #require(try store.file(at: path, &look))
        for index in 0..<10 {
            try folder.write("\(index)", [UInt8](repeating: 2, count: 10_000))
            _ = try store.file(at: RelativePath("\(index)")!)
        }
        store.keep(Response(status: 200, body: file.body), for: target, .file, seen: look)
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aLookWithoutTimeLeavesALargeFileAlone() throws {
        try folder.write("a.txt", [UInt8](repeating: 1, count: FileStore.quickBytes + 1))
        let store = try store()
        var look = store.look(mayTakeTime: false)
        #expect(try store.file(at: path, &look) == nil)
        #expect(look.lacksTime)
        _ = try store.file(at: path)
        look = store.look(mayTakeTime: false)
        #expect(try store.file(at: path, &look) != nil)
        #expect(!look.lacksTime)
    }
}
