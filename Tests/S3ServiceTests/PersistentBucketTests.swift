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
