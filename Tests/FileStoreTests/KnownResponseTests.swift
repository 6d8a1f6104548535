import Foundation
import Glibc
import HTTPMessage
import TestSupport
import Testing

@testable import FileStore

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

    /// Looks at the file and its description, and caches a response made from both.
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
        // The first call checks and watches it; at the second, nothing has changed since.
        for _ in 0..<3 { _ = store.response(to: target, purpose) }
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

    @Test func writingOverItIsSeenEachTime() throws {
        let store = try store()
        try keep(store)
        for round in 0..<300 {
            let file = try #require(FileHandle(forWritingAtPath: folder.path + "/a.txt"))
            try file.write(contentsOf: Data(repeating: 65, count: 6 + round))
            // The file is still open.
            #expect(store.response(to: target, .file) == nil)
            // The first look replaces the old version in memory, which removes all responses.
            for _ in 0..<2 { try keep(store) }
            #expect(store.response(to: target, .file)?.body.length == 6 + round)
            try file.truncate(atOffset: 5)
            #expect(store.response(to: target, .file) == nil)
            for _ in 0..<2 { try keep(store) }
            #expect(store.response(to: target, .file)?.body.length == 5)
        }
    }

    /// Changes of neighbouring files cause events too, and many at once overflow the kernel's queue.
    @Test func itStaysWhenOtherFilesChange() throws {
        let store = try store()
        try folder.write("b.txt", "")
        let response = try keep(store)
        for round in 0..<20_000 {
            #expect(rename(folder.path + "/b.txt", folder.path + "/c.txt") == 0)
            #expect(rename(folder.path + "/c.txt", folder.path + "/b.txt") == 0)
            if round % 100 == 0 { #expect(store.response(to: target, .file) === response) }
        }
        #expect(store.response(to: target, .file) === response)
        try folder.write("a.txt", "second one")
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aChangeByAnotherNameIsSeen() throws {
        let outside = try TemporaryFolder()
        try #require(link(folder.path + "/a.txt", outside.path + "/other.txt") == 0)
        let store = try store()
        try keep(store)
        let file = try #require(FileHandle(forWritingAtPath: outside.path + "/other.txt"))
        try file.write(contentsOf: Data("second one".utf8))
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func whereALinkLeadsIsSeen() throws {
        try folder.write("d/real.txt", "first")
        try folder.link("l.txt", to: "d/real.txt")
        let store = try store()
        try keep(store, at: [RelativePath("l.txt")!])
        #expect(store.response(to: target, .file) != nil)
        try folder.write("d/real.txt", "second one")
        #expect(store.response(to: target, .file) == nil)
    }

    @Test func aFolderThatAppearsIsSeen() throws {
        let store = try store()
        try keep(store, at: [RelativePath("new/deep/a.txt")!, path])
        #expect(store.response(to: target, .file) != nil)
        try folder.write("new/deep/a.txt", "before the other")
        #expect(store.response(to: target, .file) == nil)
    }

    /// What can change on the way to the root, whose name is a link in a folder behind another link. The old folders stay.
    enum Change: CaseIterable { case outerLink, innerLink, parent, folder }

    @Test(arguments: Change.allCases) func anotherRootIsSeen(change: Change) throws {
        for release in ["1", "2"] {
            for part in ["one", "two"] { try folder.write("\(release)/\(part)/a.txt", release + part) }
            try folder.link("\(release)/mocks", to: "one")
        }
        try folder.link("current", to: "1")
        let store = FileStore(try FileRoot(folder.path + "/current/mocks"), settlingTime: .seconds(-3_600))
        try keep(store)
        #expect(store.response(to: target, .file) != nil)
        let known = try #require(try store.file(at: path))
        #expect(known.isCurrent)
        func rename(_ old: String, _ new: String) { #expect(Glibc.rename(folder.path + "/" + old, folder.path + "/" + new) == 0) }
        let text: String
        switch change {
        case .outerLink:
            try folder.link("next", to: "2")
            rename("next", "current")
            text = "2one"
        case .innerLink:
            try FileManager.default.removeItem(atPath: folder.path + "/1/mocks")
            try folder.link("1/mocks", to: "two")
            text = "1two"
        case .parent:
            rename("1", "old")
            rename("2", "1")
            text = "2one"
        case .folder:
            rename("1/one", "1/old")
            rename("1/two", "1/one")
            text = "1two"
        }
        #expect(store.response(to: target, .file) == nil)
        #expect(!known.isCurrent)
        #expect(try store.file(at: path)?.bytes() == Array(text.utf8))
    }

    /// The kernel reports for a folder that the attributes of what is in it have changed, if that is asked for.
    @Test func whatHappensBesideTheWayEndsNoProof() throws {
        try folder.write("way/mocks/a.txt", "first")
        try folder.write("way/other.txt", "other")
        try folder.link("current", to: "way")
        let watch = ChangeWatch(try FileRoot(folder.path + "/current/mocks"))
        #expect(watch.moment() == nil, "it begins here")
        let moment = try #require(watch.moment())
        try #require(watch.followName(at: moment))
        for path in ["a.txt", "way/other.txt"] {
            #expect(chmod(folder.path + "/" + path, 0o600) == 0)
            try folder.setModified(path, 1_700_000_000)
            #expect(watch.moment() != nil, "\(path)")
        }
        try folder.link("next", to: "way")
        #expect(rename(folder.path + "/next", folder.path + "/current") == 0)
        #expect(watch.moment() == nil, "a link on the way")
    }

    /// More files than are watched.
    @Test func thousandsOfFilesAreServedAsTheyAre() throws {
        let store = try store()
        let paths = (0..<1_500).map { "f/\($0).txt" }
        let targets = paths.map { Array(("/" + $0).utf8)[...] }
        for (path, target) in zip(paths, targets) {
            try folder.write(path, "first")
            var look = store.look()
            let file = try #require(try store.file(at: RelativePath(path)!, &look))
            store.keep(Response(status: 200, body: file.body), for: target, .file, seen: look)
        }
        for _ in 0..<2 { for target in targets { #expect(store.response(to: target, .file) != nil) } }
        for (path, target) in zip(paths, targets) {
            try folder.write(path, "second one")
            #expect(store.response(to: target, .file) == nil)
        }
    }

    /// While one thread reads events, the empty queue must not be a proof for another.
    @Test func noThreadSeesWhatWasBefore() async throws {
        let store = try store()
        let (folder, path, target) = (folder, path, target)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    var count = 0
                    for _ in 0..<20_000 where store.response(to: target, .file) != nil { count += 1 }
                    return count
                }
            }
            group.addTask {
                var stale = 0
                for round in 0..<2_000 {
                    try? folder.write("a.txt", String(repeating: "x", count: 1 + round % 1_000))
                    if let old = store.response(to: target, .file), old.body.length != 1 + round % 1_000 { stale += 1 }
                    // The first look replaces the old version in memory, which removes all responses.
                    for _ in 0..<2 {
                        var look = store.look()
                        guard let file = try? store.file(at: path, &look) else { continue }
                        store.keep(Response(status: 200, body: file.body), for: target, .file, seen: look)
                        _ = store.response(to: target, .file)
                    }
                }
                #expect(stale == 0)
                return stale
            }
            for await _ in group {}
        }
    }

    @Test func aVersionOfAFileIsCurrentUntilItChanges() throws {
        let store = try store()
        let file = try #require(try store.file(at: path))
        for _ in 0..<3 { #expect(file.isCurrent) }
        try folder.write("a.txt", "second one")
        #expect(!file.isCurrent)
        let young = try #require(try self.store(settlingTime: FileStore.settlingTime).file(at: path))
        #expect(!young.isCurrent)
    }

    /// A write that has begun may continue without a visible change.
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
