import FileStore
import Foundation
import HTTPMessage
import JSONDocument
import S3Dialect
import TestSupport
import Testing

@testable import S3Service

@Suite struct LayerTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    private var difference: JSONValue { s3.service.difference(of: s3.layer) }

    private func objects(_ bucket: Int = 0) -> [[String]] {
        (difference["buckets"]?.array?[bucket]["objects"]?.array ?? []).map { [$0["key"]?.string ?? "", $0["change"]?.string ?? ""] }
    }

    private func file(_ path: String) -> String? { try? String(contentsOfFile: s3.folder.path + "/s3/" + path, encoding: .utf8) }

    @Test func nothingIsNoDifference() {
        #expect(difference["buckets"]?.array?.isEmpty == true)
        #expect(difference["bytes"]?.int == 0)
    }

    @Test func everyChangeIsShown() async throws {
        await s3.put("/mine")
        await s3.put("/pics/new", "12345")
        await s3.put("/pics/photo.jpg", "x")
        await s3.post("/pics/big?uploads")
        #expect(objects(0) == [])
        #expect(objects(1) == [["new", "added"], ["photo.jpg", "replaced"]])
        let buckets = try #require(difference["buckets"]?.array)
        #expect(buckets.map { $0["change"]?.string } == ["added", "changed"])
        #expect(buckets[1]["uploads"]?.array?.count == 1)
        #expect(difference["bytes"]?.int == 6)
        await s3.delete("/pics/photo.jpg")
        #expect(objects(1) == [["new", "added"], ["photo.jpg", "removed"]])
        await s3.delete("/pics/new")
        #expect(objects(1) == [["photo.jpg", "removed"]])
        s3.layer.reset()
        #expect(difference["buckets"]?.array?.isEmpty == true)
    }

    @Test func aChangedBucketIsThereWithoutItsFolder() async throws {
        let folder = s3.folder.path + "/s3/pics"
        await s3.put("/pics/mine", "1")
        try FileManager.default.removeItem(atPath: folder)
        #expect(await s3.head("/pics").status == 200)
        let list = await s3.get("/pics?list-type=2")
        #expect(list.elements("Key") == ["mine"])
        let all = await s3.get("/")
        #expect(all.elements("Name") == ["pics"])
        let changed = try #require(list.element("LastModified"))
        #expect(all.element("CreationDate") == changed)
        #expect(await s3.get("/pics/mine").text == "1")
        #expect(await s3.get("/pics/photo.jpg").code == "NoSuchKey")
        #expect(difference["buckets"]?.array?.map { $0["change"]?.string } == ["added"])
        try s3.folder.write("s3/pics/photo.jpg", "again")
        #expect(await s3.get("/").elements("Name") == ["pics"])
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["mine", "photo.jpg"])
        try FileManager.default.removeItem(atPath: folder)
        #expect(await s3.delete("/pics/mine").status == 204)
        #expect(await s3.delete("/pics").status == 204)
        #expect(await s3.head("/pics").status == 404)
        #expect(await s3.get("/").elements("Name").isEmpty)
    }

    @Test func theSettingsOfABucketAreThereWithoutItsFolder() async throws {
        let tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>"
        #expect(await s3.set("/pics?tagging", tags).status == 204)
        try FileManager.default.removeItem(atPath: s3.folder.path + "/s3/pics")
        #expect(await s3.get("/").elements("Name") == ["pics"])
        #expect(await s3.get("/pics?tagging").elements("Value") == ["v"])
        s3.layer.reset()
        #expect(await s3.get("/").elements("Name").isEmpty)
        #expect(await s3.get("/pics?tagging").code == "NoSuchBucket")
    }

    @Test func whatIsSavedIsNoDifference() async throws {
        await s3.put("/mine")
        await s3.put("/mine/a", "1")
        await s3.put("/pics/new", "2", [("x-amz-meta-a", "1"), ("Cache-Control", "no-cache")])
        await s3.put("/pics/large.jpg", String(repeating: "3", count: 300_000))
        await s3.delete("/pics/photo.jpg")
        let id = try #require(await s3.post("/pics/parts?uploads").element("UploadId"))
        let part = await s3.put("/pics/parts?partNumber=1&uploadId=\(id)", "4")
        let list = "<Part><PartNumber>1</PartNumber><ETag>\(part.header("ETag") ?? "")</ETag></Part>"
        await s3.post("/pics/parts?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>")
        #expect(objects(1) == [["large.jpg", "added"], ["new", "added"], ["parts", "added"], ["photo.jpg", "removed"]])
        _ = try s3.service.save(s3.layer)
        #expect(difference["buckets"]?.array?.isEmpty == true, "\(difference)")
        await s3.put("/mine/b", "2")
        try s3.folder.write("s3/pics/new", "3")
        #expect(difference["buckets"]?.array?.count == 1)
        #expect(objects(0) == [["b", "added"]])
        await s3.put("/pics/new", "3", [("x-amz-meta-a", "2")])
        #expect(objects(1) == [["new", "replaced"]], "another description")
    }

    @Test func aDeletedBucketThatIsSavedIsNoDifference() async throws {
        await s3.delete("/pics/photo.jpg")
        await s3.delete("/pics")
        #expect(difference["buckets"]?.array?.map { $0["change"]?.string } == ["removed"])
        _ = try s3.service.save(s3.layer)
        #expect(difference["buckets"]?.array?.isEmpty == true)
    }

    @Test func anObjectThatTheFolderNeverHadIsNotRemoved() async throws {
        await s3.set("/pics?versioning", "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>")
        await s3.put("/pics/k", "1")
        await s3.delete("/pics/k")
        #expect(objects() == [["k", "unchanged"]])
        #expect(difference["buckets"]?[0]?["objects"]?[0]?["versions"]?.int == 2)
    }

    /// The description of one is not in the way of the other.
    @Test func aKeyBelowTheNameOfADescriptionIsSaved() async throws {
        await s3.put("/pics/photo.jpg.meta.json/x", "1")
        await s3.put("/pics/photo.jpg", "2", [("x-amz-meta-a", "1")])
        let result = try s3.service.save(s3.layer)
        #expect(result["saved"]?.int == 2 && result["skipped"]?.array?.isEmpty == true, "\(result)")
        await s3.delete("/pics/photo.jpg.meta.json/x")
        await s3.put("/pics/photo.jpg", "3", [("x-amz-meta-a", "1")])
        let next = try s3.service.save(s3.layer)
        #expect(next["saved"]?.int == 1 && next["deleted"]?.int == 1 && next["skipped"]?.array?.isEmpty == true, "\(next)")
        s3.layer.reset()
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["photo.jpg"])
        #expect(await s3.get("/pics/photo.jpg").text == "3")
    }

    @Test func whatIsSavedIsInTheFolder() async throws {
        await s3.put("/mine")
        await s3.put("/mine/a/b.txt", "hello", [("Content-Type", "text/x"), ("x-amz-meta-c", "1"), ("x-amz-tagging", "t=2")])
        await s3.put("/mine/a//b", "x")
        await s3.delete("/pics/photo.jpg")
        let result = try s3.service.save(s3.layer)
        #expect(result["saved"]?.int == 2)
        #expect(result["deleted"]?.int == 1)
        #expect(result["skipped"]?.array?.isEmpty == true)
        #expect(file("mine/a/b.txt") == "hello")
        #expect(file("pics/photo.jpg") == nil)
        s3.layer.reset()
        let got = await s3.get("/mine/a/b.txt")
        #expect(got.text == "hello")
        #expect(got.header("Content-Type") == "text/x")
        #expect(got.header("x-amz-meta-c") == "1")
        #expect(await s3.get("/mine/a/b.txt?tagging").elements("Value") == ["2"])
        #expect(await s3.get("/mine?list-type=2").elements("Key") == ["a//b", "a/b.txt"])
        #expect(await s3.get("/mine/a//b").text == "x")
    }

    @Test func keysThatNoFileCanHaveAreEscaped() async throws {
        let keys = ["a", "a/b", "x/", "../y", ".", "n.meta.json", "%!z", String(repeating: "k", count: 1_024)]
        await s3.put("/mine")
        for key in keys { await s3.put("/mine/" + PercentCoding.encode(Array(key.utf8)), key) }
        let result = try s3.service.save(s3.layer)
        #expect(result["saved"]?.int == keys.count, "\(result)")
        s3.layer.reset()
        #expect(await s3.get("/mine?list-type=2").elements("Key") == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        for key in keys { #expect(await s3.get("/mine/" + PercentCoding.encode(Array(key.utf8))).text == key) }
        await s3.delete("/mine/a")
        _ = try s3.service.save(s3.layer)
        s3.layer.reset()
        #expect(await s3.get("/mine/a").status == 404)
        #expect(await s3.get("/mine/a/b").text == "a/b")
    }

    @Test func aFileMakesWayForAKeyBeneathIt() async throws {
        await s3.put("/pics/photo.jpg/b", "2")
        let result = try s3.service.save(s3.layer)
        #expect(result["saved"]?.int == 1)
        #expect(file("pics/photo.jpg/b") == "2")
        s3.layer.reset()
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["photo.jpg", "photo.jpg/b"])
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789")
    }

    @Test func whatCannotBeAFileIsLeftOut() async throws {
        #expect(mkfifo("\(s3.folder.path)/s3/pics/pipe", 0o600) == 0)
        await s3.put("/pics/pipe/b", "1")
        await s3.put("/pics/c", "2")
        let result = try s3.service.save(s3.layer)
        #expect(result["saved"]?.int == 1)
        #expect(file("pics/c") == "2")
        let skipped = try #require(result["skipped"]?.array)
        #expect(skipped.map { $0["bucket"]?.string } == ["pics"])
        #expect(skipped.map { $0["key"]?.string } == ["pipe/b"])
        #expect(skipped.first?["reason"]?.string?.contains("pipe") == true)
    }

    @Test func aBucketWhoseNameAFileHasIsLeftOut() async throws {
        try s3.folder.write("s3/notes", "a file")
        await s3.put("/notes")
        await s3.put("/notes/a", "1")
        await s3.put("/zoo")
        await s3.put("/zoo/b", "2")
        let result = try s3.service.save(s3.layer)
        #expect(result["saved"]?.int == 1 && file("zoo/b") == "2")
        #expect(result["skipped"]?.array?.map { $0["bucket"]?.string } == ["notes"])
    }

    @Test func aLinkOutOfTheFolderIsNotWrittenThrough() async throws {
        let outside = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: "\(s3.folder.path)/s3/pics/out", withDestinationPath: outside.path)
        await s3.put("/pics/out/a", "1")
        await s3.put("/pics/p", "2")
        await s3.delete("/pics/photo.jpg")
        let result = try s3.service.save(s3.layer)
        #expect(result["saved"]?.int == 1 && result["deleted"]?.int == 1)
        #expect(file("pics/p") == "2" && file("pics/photo.jpg") == nil)
        #expect(result["skipped"]?.array?.map { $0["key"]?.string } == ["out/a"])
        #expect(try outside.names("").isEmpty)
    }

    @Test func aSaveLeavesNothingBesideTheBuckets() async throws {
        await s3.put("/pics/a", "1")
        _ = try s3.service.save(s3.layer)
        #expect(try s3.folder.names("s3") == ["pics"])
        #expect(try s3.folder.names("s3/pics") == ["a", "a.meta.json", "photo.jpg"])
        try s3.folder.write("s3/.understudy", "a file in its place")
        #expect(throws: S3SaveError.self) { try s3.service.save(s3.layer) }
        #expect(try s3.folder.names("s3/pics") == ["a", "a.meta.json", "photo.jpg"])
    }

    /// A save that was killed between its two files.
    @Test func theNextStartCompletesASave() async throws {
        try s3.folder.write("s3/.understudy/2", "new")
        try s3.folder.write("s3/.understudy/4", "half of a fi")
        let plan = CommitPlan([
            .move(RelativePath("s3/.understudy/1")!, to: RelativePath("s3/pics/a.meta.json")!),
            .move(RelativePath("s3/.understudy/2")!, to: RelativePath("s3/pics/a")!),
        ])
        try s3.folder.write("s3/.understudy/3.plan", String(decoding: plan.bytes, as: UTF8.self))
        try s3.folder.write("s3/pics/a.meta.json", #"{"metadata": {"age": "new"}}"#)
        let next = try S3Fixture(in: s3.folder)
        let object = await next.get("/pics/a")
        #expect(object.text == "new" && object.header("x-amz-meta-age") == "new")
        #expect(try s3.folder.names("s3") == ["pics"])
    }

    @Test func aDeletedBucketIsDeletedByASave() async throws {
        try s3.folder.write("s3/pics/.meta.json", "{}")
        try s3.folder.write("s3/pics/a/b.txt", "x")
        for key in ["photo.jpg", "a/b.txt"] { await s3.delete("/pics/\(key)") }
        #expect(await s3.delete("/pics").status == 204)
        let result = try s3.service.save(s3.layer)
        #expect(result["deleted"]?.int == 2 && result["skipped"]?.array?.isEmpty == true)
        #expect(try s3.folder.names("s3") == [])
        #expect(try s3.service.save(s3.layer)["deleted"]?.int == 0)
        s3.layer.reset()
        #expect(await s3.get("/pics").code == "NoSuchBucket")
    }

    @Test func aBucketThatWasMadeAgainHasNothingOfTheOldOne() async throws {
        await s3.delete("/pics/photo.jpg")
        await s3.delete("/pics")
        await s3.put("/pics")
        await s3.put("/pics/new", "1")
        let result = try s3.service.save(s3.layer)
        #expect(result["deleted"]?.int == 1 && result["saved"]?.int == 1)
        #expect(try s3.folder.names("s3/pics") == ["new", "new.meta.json"])
    }

    @Test func aFileThatIsNoObjectKeepsItsBucket() async throws {
        try s3.folder.write("s3/pics/%!x%zz", "a user's")
        await s3.delete("/pics/photo.jpg")
        #expect(await s3.delete("/pics").status == 204)
        let result = try s3.service.save(s3.layer)
        #expect(result["skipped"]?.array?.first?["bucket"] == "pics")
        #expect(result["skipped"]?.array?.first?["reason"]?.string?.contains("%!x%zz. Move it elsewhere first.") == true)
        #expect(try s3.folder.names("s3/pics") == ["%!x%zz", "photo.jpg"])
    }

    @Test func aRefusedChangeLeavesTheSessionUntouched() throws {
        let fixture = try S3Fixture()
        #expect(throws: S3Error.self) { try fixture.layer.change { _ throws(S3Error) in throw .noSuchBucket("x") } }
        #expect(fixture.layer.isUntouched)
    }

    /// A description that a person wrote or copied: the parts do not fit the file, and their sum is no number.
    @Test(arguments: ["[1000, 9223372036854775807]", "[1000]", "[4]", "[-1, 6]", "[5, 9223372036854775807]"])
    func partsThatAreNotTheFilesAreNone(sizes: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/k.bin", "01234")
        try folder.setModified("s3/pics/k.bin", 1_700_000_000.75)
        let bytes = sizes.dropFirst().dropLast().split(separator: ",").map { $0.filter { $0 != " " } }
        let parts = bytes.enumerated().map { #"{"number": \#($0 + 1), "bytes": \#($1)}"# }.joined(separator: ",")
        try folder.write(
            "s3/pics/k.bin.meta.json", #"{"s3": {"file": "5 bytes, 1700000000.750000000", "etag": "abc-2", "parts": [\#(parts)]}}"#)
        let fixture = try S3Fixture(in: folder)
        let whole = await fixture.answer("GET", "/pics/k.bin?partNumber=1")
        #expect(whole.status == 206 && whole.text == "01234" && whole.header("Content-Range") == "bytes 0-4/5")
        #expect(await fixture.answer("GET", "/pics/k.bin?partNumber=2").status == 416)
    }

    @Test func partsThatAreTheFilesCanBeRead() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/k.bin", "01234")
        try folder.setModified("s3/pics/k.bin", 1_700_000_000.75)
        let parts = #"[{"number": 1, "bytes": 2}, {"number": 2, "bytes": 3}]"#
        try folder.write(
            "s3/pics/k.bin.meta.json", #"{"s3": {"file": "5 bytes, 1700000000.750000000", "etag": "abc-2", "parts": \#(parts)}}"#)
        let part = await (try S3Fixture(in: folder)).answer("GET", "/pics/k.bin?partNumber=2")
        #expect(part.status == 206 && part.text == "234" && part.header("x-amz-mp-parts-count") == "2")
    }
}
