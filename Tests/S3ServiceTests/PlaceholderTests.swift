import HTTPMessage
import Placeholders
import S3Dialect
import Synchronization
import TestSupport
import Testing

@testable import S3Service

/// Pictures for the keys that a bucket lacks.
@Suite struct PlaceholderTests {
    private let s3: S3Fixture

    init() throws {
        var settings = S3Settings()
        settings.placeholders = ["pics": try PlaceholderForm("64x48.png"), "made": try PlaceholderForm("32x32.png")]
        s3 = try S3Fixture(settings: settings)
    }

    @Test func aFileInABucketWithoutAFolderIsListed() async throws {
        #expect(await s3.get("/made?list-type=2").elements("Key") == [])
        try s3.folder.write("s3/made/late.jpg", "x")
        #expect(await s3.get("/made?list-type=2").elements("Key") == ["late.jpg"])
    }

    @Test func everyMissingKeyIsAPicture() async throws {
        let first = await s3.get("/pics/2026/a.png")
        #expect(first.status == 200)
        #expect(first.header("Content-Type") == "image/png")
        #expect(first.header("Last-Modified") == "Thu, 01 Jan 2026 00:00:00 GMT")
        let tag = try #require(first.header("ETag"))
        #expect(await s3.get("/pics/2026/a.png").header("ETag") == tag)
        #expect(await s3.get("/pics/2026/b.png").header("ETag") != tag)
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789", "The bucket has it.")
        let head = await s3.head("/pics/2026/a.png")
        #expect(head.response.body.length == first.response.body.length)
        #expect(await s3.get("/pics/2026/a.png", [("If-None-Match", tag)]).status == 304)
        #expect(await s3.get("/pics/2026/a.png", [("If-Match", "\"other\"")]).status == 412)
        let part = await s3.get("/pics/2026/a.png", [("Range", "bytes=1-3")])
        #expect((part.status, part.text) == (206, "PNG"))
        #expect(await s3.get("/pics/2026/a.png", [("Range", "bytes=999999-")]).status == 416)
    }

    @Test func aBucketOfPicturesNeedsNoFolder() async {
        #expect(await s3.get("/made/x").header("Content-Type") == "image/png")
        #expect(await s3.head("/made").status == 200)
        #expect(await s3.get("/").text.contains("<Name>made</Name>"))
        let listing = await s3.get("/made?list-type=2")
        #expect((listing.status, listing.element("KeyCount")) == (200, "0"))
        #expect(await s3.get("/nowhere/x").element("Code") == "NoSuchBucket")
    }

    @Test func listingsDoNotShowThem() async {
        _ = await s3.get("/pics/x.png")
        #expect(await s3.get("/pics?list-type=2").element("KeyCount") == "1")
        #expect(await s3.get("/pics?versions").text.contains("x.png") == false)
    }

    @Test func whatAClientWritesIsInTheirPlaceUntilItIsDeleted() async {
        let picture = await s3.get("/made/x").header("ETag")
        #expect(await s3.put("/made/x", "new", [("If-None-Match", "*")]).status == 200)
        #expect(await s3.get("/made/x").text == "new")
        #expect(await s3.get("/made/x", in: s3.service.newLayer()).header("ETag") == picture)
        #expect(await s3.delete("/made/x").status == 204)
        #expect(await s3.get("/made/x").header("ETag") == picture)
        #expect(await s3.put("/made/copy", "", [("x-amz-copy-source", "/made/x")]).status == 200)
        #expect(await s3.get("/made/copy").header("ETag") == picture)
    }

    @Test func tagsMakeAPictureAnObject() async {
        let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"
        let picture = await s3.get("/made/x").header("ETag")
        #expect(await s3.delete("/made/x?tagging").status == 204)
        #expect(await s3.get("/made?list-type=2").elements("Key") == [], "There was nothing to delete.")
        #expect(await s3.put("/made/x?tagging", tags).status == 200)
        #expect(await s3.get("/made?list-type=2").elements("Key") == ["x"])
        #expect(await s3.get("/made/x").header("ETag") == picture)
        #expect(await s3.put("/made/x", "new", [("If-None-Match", "*")]).status == 412)
        #expect(await s3.delete("/made/x?tagging").status == 204)
        #expect(await s3.get("/made/x?tagging").elements("Key") == [])
    }

    /// Nobody owns a picture, so whoever may write to the bucket deletes it.
    @Test func aPictureIsDeletedWithoutAKey() async throws {
        var settings = S3Settings(auth: .strict, keys: [(accessKey: "test", secretKey: "secret")])
        settings.placeholders = ["made": try PlaceholderForm("32x32.png")]
        let s3 = try S3Fixture(settings: settings)
        let base = "http://127.0.0.1:9000"
        func link(_ key: String, _ parameters: [(name: String, value: String)]) -> String {
            let now = s3.now.withLock { $0.secondsSinceEpoch }
            let link = LinkMaker(accessKey: "test", secret: "secret").link(
                "PUT", baseURL: base, bucket: "made", key: Array(key.utf8), expires: 60, now: now, .rotating(number: "1"),
                parameters: parameters)
            return String(link.dropFirst(base.count))
        }
        let acl = link("", [("acl", ""), ("x-amz-acl", "public-read-write")])
        #expect(await s3.put(acl).status == 200)
        #expect(await s3.delete("/made/x").status == 204)
        #expect(await s3.put(link("y", []), "own").status == 200)
        #expect(await s3.delete("/made/y").code == "AccessDenied")
    }

    @Test func aFolderIsNoPicture() async {
        #expect(await s3.get("/made/folder/").element("Code") == "NoSuchKey")
        #expect(await s3.get("/made/x?versionId=1").status != 200)
    }
}
