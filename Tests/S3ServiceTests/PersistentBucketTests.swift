import Foundation
import Glibc
import TestSupport
import Testing

@testable import S3Service

/// What becomes of the files of a bucket.
@Suite struct PersistentBucketTests {
    /// Its name is no UTF-8, so it is no object.
    @Test func aBucketWithFilesThatAreNoObjectsIsNotDeleted() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/photo.jpg", "0123456789")
        let path = Array((folder.path + "/s3/pics/caf").utf8) + [0xE9]
        let file = unsafe (path + [0]).withUnsafeBytes { unsafe creat($0.baseAddress!.assumingMemoryBound(to: CChar.self), 0o600) }
        try #require(file >= 0)
        close(file)
        var settings = S3Settings()
        settings.persists = true
        let s3 = try S3Fixture(settings: settings, in: folder)
        #expect(await s3.delete("/pics/photo.jpg").status == 204)
        #expect(await s3.get("/pics?list-type=2").elements("Key").isEmpty)
        let refused = await s3.delete("/pics")
        #expect(refused.status == 409 && refused.text.contains("<Code>BucketNotEmpty</Code>"))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/s3/pics"))
        #expect(unsafe (path + [0]).withUnsafeBytes { unsafe access($0.baseAddress!.assumingMemoryBound(to: CChar.self), F_OK) } == 0)
    }

    private func server(in folder: TemporaryFolder) throws -> S3Fixture {
        var settings = S3Settings()
        settings.persists = true
        return try S3Fixture(settings: settings, in: folder)
    }

    /// A server that ends meanwhile leaves the whole bucket, or none.
    @Test func aDeletedBucketIsMovedAwayBeforeItsFilesAreDeleted() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/.meta.json", #"{"acl": "private"}"#)
        try folder.write("s3/pics/a/b/.gitkeep", "")
        try folder.write("elsewhere/.gitkeep", "")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/s3/pics/link", withDestinationPath: "../../elsewhere")
        let s3 = try server(in: folder)
        #expect(await s3.delete("/pics").status == 204)
        #expect(await s3.get("/pics").code == "NoSuchBucket")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/s3/pics"))
        #expect(
            FileManager.default.fileExists(atPath: folder.path + "/elsewhere/.gitkeep"), "what a link leads to is no part of the bucket")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/s3/.understudy").isEmpty)
    }

    @Test func theRestOfADeletedBucketIsDeletedAtTheNextStart() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/photo.jpg", "0123456789")
        try folder.write("s3/.understudy/1.bucket/a/photo.jpg", "x")
        try folder.write("s3/.understudy/1.bucket/.meta.json", "{}")
        let s3 = try server(in: folder)
        #expect(await s3.get("/").elements("Name") == ["pics"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/s3/.understudy").isEmpty)
    }

    @Test func aFileInAnotherSpellingIsDeleted() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/e\u{301}.jpg", "x")
        let s3 = try server(in: folder)
        #expect(await s3.get("/pics/%C3%A9.jpg").text == "x")
        #expect(await s3.delete("/pics/%C3%A9.jpg").status == 204)
        #expect(await s3.get("/pics/%C3%A9.jpg").code == "NoSuchKey")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/s3/pics").isEmpty)
    }

    @Test func otherTagsLeaveTheFileItself() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/photo.jpg", "0123456789")
        func number() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path + "/s3/pics/photo.jpg")[.systemFileNumber] as? Int
        }
        let before = try #require(try number())
        var settings = S3Settings()
        settings.persists = true
        let s3 = try S3Fixture(settings: settings, in: folder)
        let tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>"
        #expect(await s3.put("/pics/photo.jpg?tagging", tags).status == 200)
        #expect(try number() == before, "only its description is written")
        await s3.put("/pics/photo.jpg", "new")
        #expect(try number() != before)
    }
}
