import FileStore
import Foundation
import Glibc
import HTTPMessage
import S3Dialect
import Synchronization
import SystemCalls
import TestSupport
import Testing
import WorkPool

@testable import S3Service

/// What goes wrong with files, plans and requests.
extension PersistenceTests {

    @Test func whatIsRefusedChangesNothing() async throws {
        let s3 = try server()
        #expect(await s3.put("/pics/photo.jpg", "x", [("If-None-Match", "*")]).code == "PreconditionFailed")
        #expect(await s3.put("/pics/b", "x", [("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA==")]).code == "BadDigest")
        #expect(text("s3/pics/photo.jpg") == "0123456789")
        #expect(files(descriptions: true) == ["pics/photo.jpg"])
    }

    @Test func aFileThatIsReplacedByHandHasItsOwnTag() async throws {
        let s3 = try server()
        #expect(await s3.put("/pics/a", "first").status == 200)
        try folder.write("s3/pics/a", "other")
        let object = await s3.get("/pics/a", [("x-amz-checksum-mode", "ENABLED")])
        #expect(object.text == "other")
        #expect(object.header("ETag") == "\"795f3202b17cb6bc3d4b771d8c6c9eaf\"")
        #expect(object.header("x-amz-checksum-crc64nvme") == nil)
    }

    @Test func twoServersDoNotShareAFolder() throws {
        let first = try server()
        #expect(throws: S3SaveError.self) { try server() }
        withExtendedLifetime(first) {}
    }

    /// The steps of one commit, of which a crash lets any number happen.
    @Test(arguments: 0...2) func aPlanIsCompletedAfterACrash(steps done: Int) async throws {
        do {
            let s3 = try server()
            #expect(await s3.put("/pics/a", "old", [("x-amz-meta-age", "old")]).status == 200)
        }
        try folder.write("s3/.understudy/7", "new")
        try folder.write("s3/.understudy/8", #"{"metadata": {"age": "new"}}"#)
        try folder.write("s3/.understudy/10", "half of an upl")
        let plan = CommitPlan([
            .move(RelativePath("s3/.understudy/8")!, to: RelativePath("s3/pics/a.meta.json")!),
            .move(RelativePath("s3/.understudy/7")!, to: RelativePath("s3/pics/a")!),
        ])
        try folder.write("s3/.understudy/9.plan", String(decoding: plan.bytes, as: UTF8.self))
        var count = 0
        try CommitPlan(Array(plan.steps.prefix(done))).perform(in: try FileRoot(folder.path), &count)
        #expect(count == done)
        let s3 = try server()
        let object = await s3.get("/pics/a")
        #expect(object.text == "new" && object.header("x-amz-meta-age") == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/s3/.understudy").isEmpty)
    }

    /// A file where the plan needs a folder.
    @Test func aSaveThatCannotBeCompletedIsTold() throws {
        try folder.write("s3/.understudy/1.plan", #"{"steps": [{"makeFolder": "s3/pics/photo.jpg/a"}]}"#)
        let service = S3Service(FileStore(try FileRoot(folder.path)), work: WorkPool())
        let lines = try service.start()
        #expect(lines.count == 1 && lines[0].contains("s3/pics/photo.jpg"), "\(lines)")
        #expect(lines.first?.hasPrefix("completing in ") == true && text("s3/.understudy/1.plan") != nil)
    }

    @Test func aPlanLeadsNowhereElse() async throws {
        try folder.write("outside", "x")
        for path in ["outside", "s3/../outside", "../outside", "/etc/passwd", ""] {
            try folder.write("s3/.understudy/1.plan", #"{"steps": [{"delete": "\#(path)"}]}"#)
            _ = try server()
            #expect(text("outside") == "x")
            #expect(text("s3/.understudy/1.plan") == nil)
        }
    }

    @Test func aChangeThatFailsLeavesNoStagedFile() async throws {
        let s3 = try server()
        // Folders where the description has to be.
        let obstacles = ["new.jpg.meta.json", "%!new.jpg.meta.json"].map { folder.path + "/s3/pics/" + $0 }
        for obstacle in obstacles { try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true) }
        #expect(await s3.put("/pics/new.jpg", "new").code == "InternalError")
        #expect(files(descriptions: true) == ["pics/photo.jpg"])
        for obstacle in obstacles { try FileManager.default.removeItem(atPath: obstacle) }
        #expect(await s3.put("/pics/new.jpg", "new").status == 200)
        #expect(files() == ["pics/new.jpg", "pics/photo.jpg"])
    }

    /// A name that leads from one release to the next while an object is being written.
    @Test func aWriteStaysInItsFolderUntilFixturesAreRead() throws {
        for release in ["0", "1"] { try folder.write("\(release)/s3/pics/a", release) }
        try folder.link("current", to: "0")
        let root = try FileRoot(folder.path + "/current")
        let objects = S3Service(FileStore(root), work: WorkPool()).objects
        let writer = FolderWriter(objects, folder: RelativePath("s3")!, keepsACLs: false)
        func commit(_ staged: StagedFile) throws {
            let plan = CommitPlan([.move(staged.path, to: RelativePath("s3/pics/b")!)])
            try writer.exclusively { () throws(FileError) in try writer.commit(plan, moving: [staged]) }
        }
        try writer.open()
        let first = try writer.stage(Array("first".utf8), modified: 1)
        let lost = try writer.stage(Array("lost".utf8), modified: 1)
        try folder.link("next", to: "1")
        #expect(rename(folder.path + "/next", folder.path + "/current") == 0)
        objects.store.followName()
        #expect(!root.follow() && root.kind(of: RelativePath("s3/none")!) == nil)
        try commit(first)
        #expect(text("0/s3/pics/b") == "first" && text("1/s3/pics/b") == nil)
        // As at a reload.
        try root.reopen()
        #expect(throws: FileError.self, "it is in the other folder") { try commit(lost) }
        try writer.prepare()
        try commit(try writer.stage(Array("second".utf8), modified: 1))
        #expect(text("0/s3/pics/b") == "first" && text("1/s3/pics/b") == "second")
        writer.end()
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/1/s3/.understudy"))
        try folder.link("next", to: "0")
        #expect(rename(folder.path + "/next", folder.path + "/current") == 0)
        #expect(root.follow(), "nobody writes any more")
    }

    @Test func aStagedFileThatIsGoneIsNotTakenForMoved() throws {
        let objects = S3Service(FileStore(try FileRoot(folder.path)), work: WorkPool()).objects
        let writer = FolderWriter(objects, folder: RelativePath("s3")!, keepsACLs: false)
        try writer.open()
        defer { writer.end() }
        let staged = try writer.stage(Array("gone".utf8), modified: 1)
        try FileManager.default.removeItem(atPath: folder.path + "/" + staged.path.text)
        let plan = CommitPlan([.move(staged.path, to: RelativePath("s3/pics/b")!)])
        #expect(throws: FileError.self) {
            try writer.exclusively { () throws(FileError) in try writer.commit(plan, moving: [staged]) }
        }
    }

    @Test func aWriteThatFailsNamesItsFileAndTheCause() async throws {
        let s3 = try server()
        try FileManager.default.removeItem(atPath: folder.path + "/s3/.understudy")
        let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>"
        let message = await s3.put("/pics/photo.jpg?tagging", tags).element("Message") ?? ""
        #expect(message.hasPrefix("We encountered an internal error. s3.persist: reading "), "\(message)")
        #expect(message.hasSuffix("s3/.understudy&quot;: no such file or folder."), "\(message)")
    }

    @Test func aFolderThatCannotBeWrittenIsNamed() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/s3", withIntermediateDirectories: true)
        try folder.write("s3/.understudy", "a file in its place")
        #expect(throws: S3SaveError.self) { try server() }
    }

    @Test func noReaderSeesHalfOfAChange() async throws {
        let s3 = try server()
        #expect(await s3.put("/pics/a", "0", [("x-amz-meta-number", "0")]).status == 200)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 1...40 { await s3.put("/pics/a", "\(number)", [("x-amz-meta-number", "\(number)")]) }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        let object = await s3.get("/pics/a?x=1")
                        #expect(object.status == 200 && object.text == object.header("x-amz-meta-number"))
                    }
                }
            }
        }
        #expect(await s3.get("/pics/a").text == "40")
    }

    @Test func oneOfTwoConditionalWritesWins() async throws {
        let s3 = try server()
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 0..<8 { group.addTask { await s3.put("/pics/once", "\(number)", [("If-None-Match", "*")]).status } }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 412, 412, 412, 412, 412, 412, 412])
    }
}
