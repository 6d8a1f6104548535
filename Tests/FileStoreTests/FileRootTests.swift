import FileStore
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct FileRootTests {
    private let folder: TemporaryFolder
    private let root: FileRoot

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("mocks/a.txt", "A")
        try folder.write("mocks/sub/b.txt", "B")
        try folder.write("mocks-secret/s.txt", "S")
        try folder.write("outside.txt", "O")
        root = try FileRoot(folder.path + "/mocks")
    }

    private func read(_ text: String) throws -> String? {
        guard let path = RelativePath(text) else { return nil }
        return try FileStore(root).file(at: path).map { String(decoding: try $0.bytes(), as: UTF8.self) }
    }

    @Test func filesBeneathAreRead() throws {
        #expect(try read("a.txt") == "A")
        #expect(try read("sub/b.txt") == "B")
        #expect(try read("sub") == nil)
        #expect(try read("none") == nil)
        #expect(try read("a.txt/x") == nil)
        #expect(try read(String(repeating: "x", count: 5_000)) == nil)
    }

    @Test func linksWithinAreFollowed() throws {
        try folder.link("mocks/relative.txt", to: "sub/b.txt")
        try folder.link("mocks/sub/up.txt", to: "../a.txt")
        try folder.link("mocks/absolute.txt", to: folder.path + "/mocks/sub/b.txt")
        try folder.link("mocks/folder", to: "sub")
        #expect(try read("relative.txt") == "B")
        #expect(try read("sub/up.txt") == "A")
        #expect(try read("absolute.txt") == "B")
        #expect(try read("folder/b.txt") == "B")
    }

    @Test(.timeLimit(.minutes(1))) func whatIsInTheWayIsFoundFromTheTop() throws {
        try folder.link("mocks/nowhere", to: "none")
        try folder.link("mocks/file", to: "a.txt")
        try folder.link("mocks/folder", to: "sub")
        let deep = String(repeating: "/x", count: 100_000)
        let nowhere = "At nowhere a link leads to \"none\", which is not there. Create that, or replace the link with a folder."
        for (start, hasFile, obstacle) in [
            ("a.txt", true, nil), ("file", true, nil), ("sub/b.txt", true, nil), ("folder/b.txt", true, nil), ("sub", false, nil),
            ("none", false, nil), ("nowhere", false, nowhere),
        ] as [(String, Bool, String?)] {
            let path = try #require(RelativePath(start + deep))
            #expect(root.hasFile(above: path) == hasFile, "\(start)")
            #expect(root.obstacle(at: path) == obstacle, "\(start)")
        }
        for path in ["a.txt", "sub", "sub/none"] {
            let path = try #require(RelativePath(path))
            #expect(!root.hasFile(above: path) && root.obstacle(at: path) == nil)
        }
    }

    /// The kernel cannot judge a `..` while any file is renamed anywhere, and says so (EAGAIN).
    @Test func linksAreFollowedWhileFilesAreRenamed() throws {
        try folder.link("mocks/sub/up.txt", to: "../a.txt")
        try folder.write("renamed/a", "")
        let ended = Mutex(false)
        let path = folder.path
        let renaming = Thread {
            while !ended.withLock({ $0 }) {
                rename(path + "/renamed/a", path + "/renamed/b")
                rename(path + "/renamed/b", path + "/renamed/a")
            }
        }
        renaming.start()
        defer { ended.withLock { $0 = true } }
        for _ in 0..<20_000 { #expect(try root.read(RelativePath("sub/up.txt")!) == Array("A".utf8)) }
    }

    @Test func linksThatLeaveAreRefused() throws {
        try folder.link("mocks/one.txt", to: "../outside.txt")
        try folder.link("mocks/two.txt", to: folder.path + "/outside.txt")
        try folder.link("mocks/three", to: "..")
        try folder.link("mocks/sibling.txt", to: folder.path + "/mocks-secret/s.txt")
        try folder.link("mocks/siblings", to: "../mocks-secret")
        try folder.link("mocks/chain.txt", to: "one.txt")
        for name in ["one.txt", "two.txt", "three/outside.txt", "sibling.txt", "siblings/s.txt", "chain.txt", "three/mocks-secret/s.txt"] {
            let error = #expect(throws: FileError.self, "\(name)") { try read(name) }
            #expect(error?.code == .outside)
        }
    }

    /// An absolute link is resolved by name; the folder that it leads to may become a link before the file is opened.
    @Test func aLinkThatComesBehindAnAbsoluteOneIsRefused() throws {
        try folder.write("mocks/real/f", "in")
        try folder.write("outside/f", "out")
        try folder.link("mocks/link", to: "../outside")
        try folder.link("mocks/absolute", to: folder.path + "/mocks/real")
        let ended = Mutex(false)
        let path = folder.path + "/mocks"
        let swapping = Thread {
            while !ended.withLock({ $0 }) {
                rename(path + "/real", path + "/kept")
                rename(path + "/link", path + "/real")
                rename(path + "/real", path + "/link")
                rename(path + "/kept", path + "/real")
            }
        }
        swapping.start()
        defer { ended.withLock { $0 = true } }
        var read = Set<[UInt8]>()
        for _ in 0..<10_000 { if let bytes = try? root.read(RelativePath("absolute/f")!) { read.insert(bytes) } }
        #expect(read == [Array("in".utf8)])
    }

    @Test func absoluteLinksMayLeadToNamesInAnyEncoding() throws {
        let name = Array("caf".utf8) + [0xE9]
        let path = Array((folder.path + "/mocks/").utf8) + name + [0]
        let made = open(path.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o600)
        #expect(made >= 0)
        close(made)
        try folder.link("mocks/absolute", to: folder.path + "/mocks")
        #expect(try root.read(RelativePath(Array("absolute/".utf8) + name)!) == [])
    }

    @Test func linkToNothingIsNoFile() throws {
        try folder.link("mocks/lock", to: "nobody@nowhere:1")
        #expect(try read("lock") == nil)
        #expect(root.walk(.root).problems.isEmpty)
    }

    @Test func pipesDoNotBlock() throws {
        #expect(mkfifo(folder.path + "/mocks/pipe", 0o600) == 0)
        #expect(try read("pipe") == nil)
    }

    @Test func rootMayBeALink() throws {
        try folder.link("alias", to: "mocks")
        let alias = try FileRoot(folder.path + "/alias")
        #expect(try FileStore(alias).file(at: RelativePath("a.txt")!) != nil)
        #expect(alias.display(RelativePath("a.txt")!) == folder.path + "/alias/a.txt")
    }

    @Test func aFolderPutInItsPlaceIsUsedAtOnce() throws {
        try folder.write("next/a.txt", "next")
        try FileManager.default.moveItem(atPath: folder.path + "/mocks", toPath: folder.path + "/old")
        #expect(throws: FileError.self) { try root.reopen() }
        #expect(try read("a.txt") == "A")
        try folder.link("mocks", to: "next")
        #expect(try read("a.txt") == "next")
        #expect(root.realPath.hasSuffix("/next"))
    }

    /// The system says "No space left on device", which reads as a full disk.
    @Test func aWatchThatIsNotLeftIsToldAsOne() {
        #expect(
            FileError(.system(ENOSPC), .watching, "mocks").description
                == "watching \"mocks\": the system has no watch left. Allow more: sysctl fs.inotify.max_user_watches=524288.")
        #expect(FileError(.system(ENOSPC), .writing, "a").description == "writing \"a\": No space left on device. Make room there.")
    }

    /// As a request meets it that has begun before.
    @Test func whatIsNotThereIsLookedForInTheFolderThatTookTheName() throws {
        try folder.write("next/new.txt", "next")
        try folder.write("next/sub/new.txt", "next")
        let path = try #require(RelativePath("new.txt"))
        #expect(root.stamp(of: path) == nil)
        try FileManager.default.moveItem(atPath: folder.path + "/mocks", toPath: folder.path + "/old")
        try FileManager.default.moveItem(atPath: folder.path + "/next", toPath: folder.path + "/mocks")
        #expect(root.stamp(of: path) != nil)
        try FileManager.default.moveItem(atPath: folder.path + "/mocks", toPath: folder.path + "/next")
        try FileManager.default.moveItem(atPath: folder.path + "/old", toPath: folder.path + "/mocks")
        #expect(try root.read(RelativePath("sub/b.txt")!) == Array("B".utf8))
    }

    @Test func followingTheNameOpensAnotherFolderOnly() throws {
        let first = root.identity
        #expect(!root.follow())
        try FileManager.default.moveItem(atPath: folder.path + "/mocks", toPath: folder.path + "/old")
        #expect(!root.follow() && root.identity == first)
        try folder.link("mocks", to: "old")
        #expect(!root.follow(), "it is the same folder")
        try FileManager.default.removeItem(atPath: folder.path + "/mocks")
        try folder.write("mocks/a.txt", "next")
        #expect(root.follow() && root.identity != first)
        #expect(!root.follow())
    }

    @Test func missingRootSaysSo() {
        let error = #expect(throws: FileError.self) { try FileRoot(folder.path + "/none") }
        #expect(error?.description == "opening \"\(folder.path)/none\": no such file or folder.")
        #expect(throws: FileError.self) { try FileRoot(folder.path + "/outside.txt") }
    }

    @Test func knowsWhatHasBecomeOfItsName() throws {
        #expect(!root.isGone)
        try FileManager.default.moveItem(atPath: folder.path + "/mocks", toPath: folder.path + "/moved")
        #expect(root.isGone)
        try folder.write("mocks/a.txt", "new")
        #expect(!root.isGone)
        #expect(try root.read(RelativePath("a.txt")!) != Array("new".utf8))
        try root.reopen()
        #expect(!root.isGone)
        #expect(try root.read(RelativePath("a.txt")!) == Array("new".utf8))
    }

    @Test func whatIsNotPermittedSaysWhatToDo() {
        #expect(FileError(.notPermitted, .reading, "a").repair == "Let the server's user read it (chmod, chown).")
        #expect(
            FileError(.notPermitted, .writing, "a").repair
                == "Let the server's user write to its folder (chmod, chown; ReadWritePaths= in a unit).")
    }

    @Test func walkFindsEverythingOnceInByteOrder() throws {
        try folder.write("mocks/sub.txt", "x")
        try folder.write("mocks/sub/deep/c.txt", "C")
        try folder.link("mocks/folder", to: "sub/deep")
        try folder.link("mocks/link.txt", to: "a.txt")
        try folder.link("mocks/sub/deep/loop", to: "../..")
        try folder.link("mocks/away", to: "../mocks-secret")
        let walk = root.walk(.root)
        #expect(walk.files.map(\.text) == ["a.txt", "folder/c.txt", "link.txt", "sub.txt", "sub/b.txt", "sub/deep/c.txt"])
        #expect(walk.problems.map(\.code) == [.outside, .circle, .circle])
        #expect(walk.problems.map(\.path).contains(folder.path + "/mocks/away"))
        #expect(root.walk(RelativePath("nowhere")!).problems.isEmpty)
    }

    @Test func aWalkThatIsCancelledGoesNoFurther() throws {
        for name in ["b/1", "b/2", "c/3"] { try folder.write("mocks/wide/" + name, "") }
        var asked = 0
        let walk = root.walk(
            RelativePath("wide")!,
            unless: {
                asked += 1
                return asked > 2
            })
        #expect(walk.files.map(\.text) == ["wide/b/1"])
        #expect(walk.folders.map(\.text) == ["wide", "wide/b"])
    }

    @Test func normalisationsOfANameAreOne() throws {
        let composed = "사진/caf\u{E9}.txt".precomposedStringWithCanonicalMapping
        let decomposed = composed.decomposedStringWithCanonicalMapping
        try folder.write("mocks/" + decomposed, "D")
        let store = FileStore(root)
        for spelling in [composed, decomposed] {
            let path = RelativePath(spelling)!
            #expect(try store.find(path) != nil, "\(Array(spelling.utf8))")
        }
        #expect(try store.find(RelativePath("사진/CAF\u{C9}.txt")!) == nil)
    }

    @Test func writesWholeFilesAndMakesFolders() throws {
        let path = RelativePath("new/deep/x.json")!
        try root.write(Array("{}".utf8), to: path)
        #expect(try folder.text("mocks/new/deep/x.json") == "{}")
        try root.write(Array("[]".utf8), to: path)
        #expect(try folder.text("mocks/new/deep/x.json") == "[]")
        #expect(try folder.names("mocks/new/deep") == ["x.json"])
    }

    @Test func writingNeverLeavesTheRoot() throws {
        try folder.link("mocks/away", to: "..")
        try folder.link("mocks/target.txt", to: "../outside.txt")
        #expect(throws: FileError.self) { try root.write([1], to: RelativePath("away/outside.txt")!) }
        #expect(throws: FileError.self) { try root.write([1], to: RelativePath("away/new/x")!) }
        #expect(throws: FileError.self) { try root.write([1], to: RelativePath("sub")!) }
        try root.write(Array("mine".utf8), to: RelativePath("target.txt")!)
        #expect(try folder.text("outside.txt") == "O")
        #expect(try folder.text("mocks/target.txt") == "mine")
        #expect(try !folder.names().contains("new"))
    }

    /// A lock that was waited for may be that of a folder that is gone.
    @Test func theFolderThatIsLockedIsThere() throws {
        let path = try #require(RelativePath("locked"))
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<200 {
                do {
                    let lock = try root.lock(path, waits: true)
                    let locked = try lock?.status().stamp.identity
                    if try root.status(of: path)?.stamp.identity != locked { failures.withLock { $0.append("another folder") } }
                    try root.deleteFolder(path)
                    withExtendedLifetime(lock) {}
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
    }

    @Test func aLockedFolderIsNotLockedTwice() throws {
        let path = try #require(RelativePath("locked"))
        let lock = try #require(try root.lock(path))
        #expect(try root.lock(path) == nil)
        #expect(throws: FileError.self) { try root.lock(try #require(RelativePath("a.txt"))) }
        try folder.link("mocks/nothing", to: "nowhere")
        #expect(throws: FileError.self) { try root.lock(try #require(RelativePath("nothing"))) }
        withExtendedLifetime(lock) {}
    }

    @Test func deletesFilesAndLinksOnly() throws {
        try folder.link("mocks/target.txt", to: "../outside.txt")
        try folder.link("mocks/away", to: "..")
        #expect(try root.delete(RelativePath("a.txt")!))
        #expect(try !root.delete(RelativePath("a.txt")!))
        #expect(try !root.delete(RelativePath("no/where.txt")!))
        #expect(try root.delete(RelativePath("target.txt")!))
        #expect(try folder.text("outside.txt") == "O")
        #expect(throws: FileError.self) { try root.delete(RelativePath("sub")!) }
        #expect(throws: FileError.self) { try root.delete(RelativePath("away/outside.txt")!) }
    }
}
