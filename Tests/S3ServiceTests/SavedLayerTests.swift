import Foundation
import HTTPMessage
import JSONDocument
import Placeholders
import Synchronization
import TestSupport
import Testing

@testable import S3Service

/// What a save has written is the folder's: the session has nothing of it any more.
@Suite struct SavedLayerTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    private func file(_ path: String) -> String? { try? String(contentsOfFile: s3.folder.path + "/s3/" + path, encoding: .utf8) }

    private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(s3.folder.path)/s3/\(path)") }

    /// How many objects were saved and deleted.
    private func save(_ fixture: S3Fixture? = nil) throws -> [Int?] {
        let fixture = fixture ?? s3
        let result = try fixture.service.save(fixture.layer)
        #expect(result["skipped"]?.array?.isEmpty == true, "\(result)")
        return [result["saved"]?.int, result["deleted"]?.int]
    }

    private func expectNoDifference() {
        let difference = s3.service.difference(of: s3.layer)
        #expect(difference["buckets"]?.array?.isEmpty == true && difference["bytes"]?.int == 0, "\(difference)")
    }

    private func setVersioning(_ fixture: S3Fixture? = nil) async {
        let document = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        #expect(await (fixture ?? s3).put("/pics?versioning", document).status == 200)
    }

    /// Where ACLs are not written, a bucket whose maker has named none is as the folder has it.
    @Test func aBucketThatIsMadeAgainIsNoDifference() async {
        #expect(await s3.put("/pics").status == 200)
        expectNoDifference()
    }

    // MARK: Objects

    @Test func anEditOfASavedFileIsServed() async throws {
        await s3.put("/pics/k.txt", "by client", [("x-amz-meta-a", "1")])
        let before = await s3.get("/pics/k.txt")
        #expect(try save() == [1, 0])
        expectNoDifference()
        let after = await s3.get("/pics/k.txt")
        #expect(after.text == before.text)
        for name in ["ETag", "Last-Modified", "Content-Type", "x-amz-meta-a"] { #expect(after.header(name) == before.header(name)) }
        try s3.folder.write("s3/pics/k.txt", "edited by hand")
        #expect(await s3.get("/pics/k.txt").text == "edited by hand")
        await s3.put("/pics/other", "x")
        #expect(try save() == [1, 0])
        #expect(file("pics/k.txt") == "edited by hand")
        try remove("pics/k.txt")
        #expect(await s3.get("/pics/k.txt").code == "NoSuchKey")
        #expect(try save() == [0, 0])
        #expect(file("pics/k.txt") == nil)
    }

    @Test func aDeletedFileThatIsPutBackIsServed() async throws {
        await s3.delete("/pics/photo.jpg")
        #expect(try save() == [0, 1])
        expectNoDifference()
        #expect(await s3.get("/pics/photo.jpg").code == "NoSuchKey")
        try s3.folder.write("s3/pics/photo.jpg", "again")
        #expect(await s3.get("/pics/photo.jpg").text == "again")
        #expect(try save() == [0, 0])
        #expect(file("pics/photo.jpg") == "again")
    }

    @Test func theBytesAreGivenBack() async throws {
        var settings = S3Settings()
        settings.maximumBytes = 1_000
        let fixture = try S3Fixture(settings: settings)
        for key in 0..<6 {
            #expect(await fixture.put("/pics/\(key)", String(repeating: "z", count: 300)).status == 200)
            #expect(try save(fixture) == [1, 0])
        }
        #expect(fixture.layer.ledger.used == 0 && fixture.layer.versionLedger.used == 0)
    }

    @Test func theTagOfAnUploadInPartsStays() async throws {
        let id = try #require(await s3.post("/pics/big?uploads").element("UploadId"))
        let open = try #require(await s3.post("/pics/open?uploads").element("UploadId"))
        let part = try #require(await s3.put("/pics/big?partNumber=1&uploadId=\(id)", "4").header("ETag"))
        let list = "<Part><PartNumber>1</PartNumber><ETag>\(part)</ETag></Part>"
        await s3.post("/pics/big?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>")
        let tag = try #require(await s3.get("/pics/big").header("ETag"))
        #expect(tag.hasSuffix("-1\""))
        #expect(try save() == [1, 0])
        #expect(s3.layer.snapshot.buckets["pics"]?.objects.isEmpty == true)
        #expect(await s3.get("/pics/big").header("ETag") == tag)
        #expect(await s3.get("/pics?list-type=2&prefix=big").element("ETag") == tag.replacingOccurrences(of: "\"", with: "&quot;"))
        #expect(await s3.put("/pics/open?partNumber=1&uploadId=\(open)", "5").status == 200)
    }

    @Test func anotherSessionSeesTheFileUnderItsOwnObjects() async throws {
        let other = s3.service.newLayer()
        await s3.put("/pics/photo.jpg", "other's", in: other)
        await s3.put("/pics/photo.jpg", "mine")
        await s3.put("/pics/k", "mine")
        #expect(try save() == [2, 0])
        #expect(await s3.get("/pics/photo.jpg", in: other).text == "other's")
        #expect(await s3.get("/pics/k", in: other).text == "mine")
    }

    // MARK: Buckets

    @Test func aBucketOfAClientIsAFolder() async throws {
        await s3.put("/mine")
        await s3.put("/mine/a//b", "1")
        await s3.put("/mine/c", "2")
        #expect(try save() == [2, 0])
        expectNoDifference()
        try s3.folder.write("s3/mine/d", "3")
        #expect(await s3.get("/mine?list-type=2").elements("Key") == ["a//b", "c", "d"])
        #expect(await s3.get("/mine/a//b").text == "1")
        #expect(await s3.get("/").elements("Name") == ["mine", "pics"])
        for key in ["a//b", "c", "d"] { #expect(await s3.delete("/mine/\(key)").status == 204) }
        #expect(await s3.delete("/mine").status == 204)
        #expect(try save() == [0, 3])
        #expect(try s3.folder.names("s3") == ["pics"])
    }

    @Test func theOtherSettingsOfABucketStay() async throws {
        await s3.put("/mine")
        await s3.set("/mine?tagging", "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>")
        await s3.put("/mine/a", "1")
        #expect(try save() == [1, 0])
        #expect(await s3.get("/mine?tagging").elements("Value") == ["v"])
        try remove("mine")
        #expect(try save() == [0, 0])
        #expect(try s3.folder.names("s3") == ["pics"], "nothing is to be written")
    }

    @Test func aDeletedBucketThatIsPutBackIsServed() async throws {
        await s3.delete("/pics/photo.jpg")
        await s3.delete("/pics")
        #expect(try save() == [0, 1])
        try s3.folder.write("s3/pics/photo.jpg", "again")
        #expect(await s3.get("/pics/photo.jpg").text == "again")
        #expect(try save() == [0, 0])
        #expect(file("pics/photo.jpg") == "again")
    }

    /// A folder and a session that has a bucket with placeholders, `made`.
    private func withPlaceholders() throws -> S3Fixture {
        var settings = S3Settings()
        settings.placeholders = ["made": try PlaceholderForm("32x32.png")]
        return try S3Fixture(settings: settings)
    }

    @Test func filesThatAreMadeInPlaceOfADeletedBucketWithPlaceholdersStay() async throws {
        let fixture = try withPlaceholders()
        try fixture.folder.write("s3/made/old", "old")
        #expect(await fixture.delete("/made/old").status == 204)
        #expect(await fixture.delete("/made").status == 204)
        #expect(try save(fixture) == [0, 1])
        #expect(await fixture.get("/made/any.png").code == "NoSuchBucket", "its pictures stay hidden")
        try fixture.folder.write("s3/made/real.jpg", "by hand")
        #expect(try save(fixture) == [0, 0])
        #expect(try fixture.folder.names("s3/made") == ["real.jpg"])
    }

    @Test func aBucketInPlaceOfOneWithPlaceholdersIsWrittenOnce() async throws {
        let fixture = try withPlaceholders()
        #expect(await fixture.delete("/made").status == 204)
        #expect(await fixture.put("/made").status == 200)
        for key in ["k", "gone"] { #expect(await fixture.put("/made/\(key)", "by client").status == 200) }
        #expect(try save(fixture) == [2, 0])
        #expect(await fixture.get("/made/any.png").code == "NoSuchKey", "its pictures stay hidden")
        try fixture.folder.write("s3/made/k", "edited")
        try fixture.folder.write("s3/made/n", "by hand")
        #expect(await fixture.delete("/made/gone").status == 204)
        #expect(try save(fixture) == [0, 1])
        let files = try fixture.folder.names("s3/made").filter { !$0.hasSuffix(".meta.json") }
        #expect(files.sorted() == ["k", "n"])
        #expect(try String(contentsOfFile: fixture.folder.path + "/s3/made/k", encoding: .utf8) == "edited")
        #expect(await fixture.delete("/made/k").status == 204)
        #expect(await fixture.delete("/made").status == 204)
        #expect(try save(fixture) == [0, 2], "the folder of the deleted bucket")
        #expect(try fixture.folder.names("s3") == ["pics"])
    }

    // MARK: Versions

    @Test func versionsStayAndAreWrittenOnce() async throws {
        await setVersioning()
        let id = try #require(await s3.put("/pics/photo.jpg", "new").header("x-amz-version-id"))
        #expect(try save() == [1, 0])
        #expect(file("pics/photo.jpg") == "new")
        #expect(await s3.get("/pics/photo.jpg?versionId=null").text == "0123456789")
        #expect(await s3.get("/pics/photo.jpg").header("x-amz-version-id") == id)
        #expect(await s3.get("/pics?versions").elements("VersionId") == [id, "null"])
        try s3.folder.write("s3/pics/photo.jpg", "edited")
        #expect(try save() == [0, 0])
        #expect(file("pics/photo.jpg") == "edited")
        let tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>"
        #expect(await s3.put("/pics/photo.jpg?tagging", tags).status == 200)
        #expect(try save() == [1, 0])
        #expect(file("pics/photo.jpg") == "new")
        #expect(await s3.delete("/pics/photo.jpg?versionId=\(id)").status == 204)
        #expect(try save() == [1, 0])
        #expect(file("pics/photo.jpg") == "0123456789")
    }

    @Test func deleteMarkersStay() async throws {
        await setVersioning()
        let marker = try #require(await s3.delete("/pics/photo.jpg").header("x-amz-version-id"))
        #expect(try save() == [0, 1])
        #expect(file("pics/photo.jpg") == nil)
        #expect(await s3.get("/pics?versions").elements("VersionId") == [marker, "null"])
        #expect(await s3.get("/pics/photo.jpg?versionId=null").text == "0123456789")
        try s3.folder.write("s3/pics/photo.jpg", "put back")
        #expect(try save() == [0, 0])
        #expect(file("pics/photo.jpg") == "put back")
    }

    @Test func aServerThatWritesAtOnceHasNothingToSave() async throws {
        var settings = S3Settings()
        settings.persists = true
        let fixture = try S3Fixture(settings: settings)
        await setVersioning(fixture)
        await fixture.put("/pics/photo.jpg", "new")
        #expect(try save(fixture) == [0, 0])
        #expect(await fixture.get("/pics/photo.jpg?versionId=null").text == "0123456789")
    }

    // MARK: Changes during a save

    private let key = ObjectKey("k")

    /// The object as a save has written it, whose file is there.
    private func written() async throws -> ObjectHistory {
        await s3.put("/pics/k", "old")
        s3.layer.settle { $0.settle("pics", nil) }
        return try #require(s3.layer.snapshot.buckets["pics"]?.objects[key])
    }

    private func settle(_ history: ObjectHistory) throws {
        try s3.folder.write("s3/pics/k", "old")
        s3.layer.settle { $0.settle(key, in: "pics", as: history) }
    }

    @Test func aNewVersionStays() async throws {
        let history = try await written()
        await s3.put("/pics/k", "new")
        try settle(history)
        #expect(await s3.get("/pics/k").text == "new")
    }

    @Test func otherTagsStay() async throws {
        let history = try await written()
        let tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>"
        #expect(await s3.put("/pics/k?tagging", tags).status == 200)
        try settle(history)
        #expect(await s3.get("/pics/k?tagging").elements("Value") == ["v"])
    }

    @Test func aDeletedObjectStaysDeleted() async throws {
        let history = try await written()
        #expect(await s3.delete("/pics/k").status == 204)
        try settle(history)
        #expect(await s3.get("/pics/k").code == "NoSuchKey")
        #expect(try save() == [0, 1])
        #expect(file("pics/k") == nil)
    }

    @Test func aLayerThatWasResetHidesNothing() async throws {
        let history = try await written()
        s3.layer.reset()
        await s3.put("/pics/other", "x")
        try settle(history)
        #expect(await s3.get("/pics/k").text == "old")
    }

    /// A call that found no folder before the save finds it when it deletes the bucket.
    @Test func aBucketThatWasSavedMeanwhileIsDeleted() async throws {
        await s3.put("/mine")
        let view = BucketView(s3.service.objects, S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
        #expect(!view.hasFolder("mine"))
        #expect(try save() == [0, 0])
        try view.delete("mine")
        #expect(await s3.get("/mine").code == "NoSuchBucket")
        #expect(try save() == [0, 0])
        #expect(try s3.folder.names("s3") == ["pics"])
    }

    /// A call that found no file before the save finds it when it changes the object.
    @Test func aFileThatWasWrittenMeanwhileIsSeen() async throws {
        await s3.put("/pics/k", "old")
        let session = S3Session(layer: s3.layer, now: s3.now.withLock { $0 })
        let file = try FolderFile(key, in: try BucketView(s3.service.objects, session).bucket("pics"), mayBeReplaced: false)
        let before = try #require(s3.layer.snapshot.buckets["pics"])
        #expect(try file.object(before)?.size == nil)
        #expect(try save() == [1, 0])
        let after = try #require(s3.layer.snapshot.buckets["pics"])
        #expect(try file.object(after)?.size == 3)
    }
}
