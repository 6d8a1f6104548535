import Foundation
import HTTPMessage
import S3Dialect
import Synchronization
import TestSupport
import Testing

@testable import S3Service

@Suite struct CopyTests {
    private let s3: S3Fixture

    init() throws {
        s3 = try S3Fixture()
        try s3.folder.write("s3/pics/photo.jpg.meta.json", #"{"headers": {"Cache-Control": "no-cache"}, "metadata": {"a": "1"}}"#)
    }

    private func copy(_ source: String, to target: String, _ headers: HeaderFields = []) async -> S3Answer {
        await s3.put(target, "", HeaderFields(Array([("x-amz-copy-source", source)] as HeaderFields) + Array(headers)))
    }

    @Test func aConditionAboutTheFutureIsIgnored() async {
        let future: HeaderFields = [("x-amz-copy-source-if-modified-since", "Fri, 01 Jan 2100 00:00:00 GMT")]
        #expect(await copy("/pics/photo.jpg", to: "/pics/copy", future).status == 200)
    }

    @Test(arguments: ["/pics/photo.jpg", "pics/photo.jpg", "pics%2Fphoto.jpg", "/pics/photo.jpg?versionId=null"])
    func aFileIsCopiedWithItsDescription(source: String) async {
        let answer = await copy(source, to: "/pics/copy")
        #expect(answer.status == 200)
        #expect(answer.element("ETag") == "&quot;781e5e245d69b566979b86e28d23f2c7&quot;")
        #expect(answer.element("LastModified") == "2027-01-15T08:00:00.000Z")
        let got = await s3.get("/pics/copy")
        #expect(got.text == "0123456789")
        #expect(got.header("Content-Type") == "image/jpeg")
        #expect(got.header("Cache-Control") == "no-cache")
        #expect(got.header("x-amz-meta-a") == "1")
    }

    @Test func aCopyOfAFileWithoutAChecksumHasOne() async {
        let answer = await copy("/pics/photo.jpg", to: "/pics/copy")
        let checksum = Checksum.of(Array("0123456789".utf8), .crc64nvme).text
        #expect(answer.element("ChecksumCRC64NVME") == checksum)
        #expect(answer.element("ChecksumType") == "FULL_OBJECT")
        #expect(await s3.head("/pics/copy", [("x-amz-checksum-mode", "ENABLED")]).header("x-amz-checksum-crc64nvme") == checksum)
    }

    @Test(arguments: ["photo.jpg?a", "photo.jpg?", "photo.jpg?versionid=null", "photo.jpg?versionId=null&a=b", "a?a?versionId=null"])
    func onlyAVersionMayFollowTheKey(source: String) async {
        await s3.put("/pics/\(source.replacingOccurrences(of: "?", with: "%3F"))", "another")
        let answer = await copy("/pics/\(source)", to: "/pics/copy")
        #expect(answer.code == "InvalidArgument")
        #expect(answer.element("Message") == "Unsupported copy source parameter.")
        #expect(answer.element("ArgumentName") == "x-amz-copy-source")
    }

    @Test func aURLNamesItsPath() async {
        for source in ["https://s3.amazonaws.com/pics/photo.jpg", "http://127.0.0.1:9000/pics/photo.jpg?versionId=null"] {
            #expect(await copy(source, to: "/pics/copy").status == 200, "\(source)")
        }
        #expect(await copy("https://s3.amazonaws.com", to: "/pics/copy").code == "InvalidArgument")
    }

    @Test func theVersionNullIsNamedWhereItIsAskedFor() async throws {
        let name = "x-amz-copy-source-version-id"
        #expect(await copy("/pics/photo.jpg", to: "/pics/copy").header(name) == nil)
        #expect(await copy("/pics/photo.jpg?versionId=null", to: "/pics/copy").header(name) == "null", "though there never were others")
        await s3.put("/other")
        await s3.put("/pics?versioning", "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>")
        #expect(await copy("/pics/photo.jpg?versionId=null", to: "/other/copy").header(name) == "null")
        #expect(await copy("/other/copy", to: "/pics/copy").header(name) == nil)
        let id = try #require(await s3.post("/other/parts?uploads").element("UploadId"))
        #expect(await copy("/pics/photo.jpg?versionId=null", to: "/other/parts?partNumber=1&uploadId=\(id)").header(name) == "null")
        #expect(await copy("/pics/photo.jpg", to: "/other/copy").header(name) == nil)
    }

    @Test func theDescriptionCanBeReplaced() async {
        let fields: HeaderFields = [
            ("x-amz-metadata-directive", "REPLACE"), ("x-amz-meta-b", "2"), ("Content-Type", "text/plain"), ("x-amz-tagging", "t=1"),
            ("x-amz-tagging-directive", "REPLACE"),
        ]
        #expect(await copy("/pics/photo.jpg", to: "/pics/photo.jpg", fields).status == 200)
        let got = await s3.get("/pics/photo.jpg")
        #expect(got.header("x-amz-meta-a") == nil)
        #expect(got.header("x-amz-meta-b") == "2")
        #expect(got.header("Content-Type") == "text/plain")
        #expect(got.header("x-amz-tagging-count") == "1")
    }

    @Test func aCopyThatChangesNothingIsRefused() async {
        let answer = await copy("/pics/photo.jpg", to: "/pics/photo.jpg")
        #expect(answer.status == 400)
        #expect(answer.code == "InvalidRequest")
    }

    /// Without a class it changes nothing, as in S3, although it would get the usual one.
    @Test func aCopyToItselfMayNameAClass() async {
        #expect(await s3.put("/pics/a", "1", [("x-amz-storage-class", "STANDARD_IA")]).status == 200)
        #expect(await copy("/pics/a", to: "/pics/a").code == "InvalidRequest")
        #expect(await s3.head("/pics/a").header("x-amz-storage-class") == "STANDARD_IA")
        #expect(await copy("/pics/a", to: "/pics/a", [("x-amz-storage-class", "STANDARD")]).status == 200)
        #expect(await s3.head("/pics/a").header("x-amz-storage-class") == nil)
        #expect(await copy("/pics/a", to: "/pics/b").status == 200)
    }

    @Test func aCopyToItselfMayGetTheEncryptionOfTheBucket() async {
        let rule = "<ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault>"
        let setting = "<ServerSideEncryptionConfiguration><Rule>\(rule)</Rule></ServerSideEncryptionConfiguration>"
        #expect(await s3.put("/pics?encryption", setting).status == 200)
        #expect(await copy("/pics/photo.jpg", to: "/pics/photo.jpg").status == 200)
    }

    @Test func theSourceIsChecked() async {
        #expect(await copy("/none/photo.jpg", to: "/pics/a").code == "NoSuchBucket")
        #expect(await copy("/pics/none", to: "/pics/a").code == "NoSuchKey")
        let malformed = await copy("pics", to: "/pics/a")
        #expect((malformed.code, malformed.element("ArgumentValue")) == ("InvalidArgument", "x-amz-copy-source"))
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-metadata-directive", "MAYBE")]).code == "InvalidArgument")
        let tag = "\"781e5e245d69b566979b86e28d23f2c7\""
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-copy-source-if-match", tag)]).status == 200)
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-copy-source-if-match", "\"a\"")]).status == 412)
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-copy-source-if-none-match", tag)]).status == 412)
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-copy-source-if-none-match", "\"a\"")]).status == 200)
        let old = "Tue, 14 Nov 2023 22:13:19 GMT"
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-copy-source-if-unmodified-since", old)]).status == 412)
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("If-None-Match", "*")]).status == 412)
    }

    @Test(arguments: ["192.168.1.1/a", "2001:0db8::1/a", "my-buc@k&()t/a", "x/a"])
    func theSourceIsInABucketThatMayBe(source: String) async {
        for target in ["/pics/a", "/pics/a?partNumber=1&uploadId=none"] {
            let answer = await copy(source, to: target)
            #expect((answer.status, answer.code) == (400, "InvalidArgument"))
            #expect(answer.element("Message") == "Invalid copy source bucket name")
        }
    }

    @Test(arguments: ["pics/%", "pics/%+f", "pics/%zz", "pics/%FF"]) func theSourceIsEncoded(source: String) async {
        let answer = await copy(source, to: "/pics/a")
        #expect((answer.code, answer.element("Message")) == ("InvalidArgument", "Invalid copy source encoding."))
    }

    @Test(arguments: ["metadata", "tagging", "object-annotation"]) func anUnknownDirectiveIsNamed(what: String) async {
        let answer = await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-\(what)-directive", "KEEP")])
        #expect((answer.code, answer.element("Message")) == ("InvalidArgument", "Unknown \(what) directive."))
        #expect(await s3.get("/pics/a").status == 404)
    }

    @Test(arguments: ["COPY", "EXCLUDE"]) func noObjectHasAnnotations(word: String) async {
        #expect(await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-object-annotation-directive", word)]).status == 200)
        let replaced = await copy("/pics/photo.jpg", to: "/pics/a", [("x-amz-object-annotation-directive", "REPLACE")])
        #expect(replaced.code == "InvalidArgument")
    }

    @Test func aLinkMayCarryAConditionOnTheSource() async {
        let target = "/pics/a?X-Amz-Signature=x&x-amz-copy-source-if-match=%22a%22"
        #expect(await copy("/pics/photo.jpg", to: target).element("Condition") == "x-amz-copy-source-If-Match")
    }

    @Test func anOldVersionIsMadeTheNewest() async throws {
        await s3.put("/pics?versioning", "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>")
        let first = try #require(await s3.put("/pics/a", "1").header("x-amz-version-id"))
        await s3.put("/pics/a", "2")
        let answer = await copy("/pics/a?versionId=\(first)", to: "/pics/a")
        #expect(answer.header("x-amz-copy-source-version-id") == first)
        #expect(await s3.get("/pics/a").text == "1")
        #expect(await s3.get("/pics?versions&prefix=a").elements("Key").count == 3)
    }

    @Test func aQuestionMarkMayBePartOfAKey() async {
        await s3.put("/pics/a%3FversionId=b", "x")
        #expect(await copy("/pics/a%3FversionId=b", to: "/pics/c").status == 200)
    }

    /// S3 copies larger objects in parts. No copy of these reads them.
    @Test func aCopyHasFiveGibibytesAtMost() async throws {
        let limit = 5 << 30
        let view = BucketView(s3.service.objects, S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
        let block = ObjectContent.held(HeldContent(.bytes([UInt8](repeating: 0, count: 5 << 20)), nil))
        let blocks = try JoinedContent(Array(repeating: block, count: 1_025), in: s3.layer.versionLedger)
        let content = try ObjectContent.joined(blocks).slice(0..<(limit + 1), in: s3.layer.versionLedger)
        let new = NewObject(description: ObjectDescription(), content: content, entityTag: "0-1025")
        _ = try view.put(new, at: ObjectKey("large"), in: "pics")
        let message = "The specified copy source is larger than the maximum allowable size for a copy source: 5368709120"
        let whole = await copy("/pics/large", to: "/pics/copy")
        #expect((whole.status, whole.code, whole.element("Message")) == (400, "InvalidRequest", message))
        let id = try #require(await s3.post("/pics/parts?uploads").element("UploadId"))
        let target = "/pics/parts?partNumber=1&uploadId=\(id)"
        #expect(await copy("/pics/large", to: target).element("Message") == message)
        let end: HeaderFields = [("x-amz-copy-source-range", "bytes=\(limit - 3)-\(limit)")]
        #expect(await copy("/pics/large", to: target, end).status == 200)
    }
}

/// Copies of files that are too large for the memory.
@Suite struct LargeCopyTests {
    private static let long = String(repeating: "0123456789abcdef", count: 40_000)

    @Test func aCopyStaysWhatItWas() async throws {
        // At most a quarter of the cache is in memory.
        let s3 = try S3Fixture(cacheBytes: 400_000)
        try s3.folder.write("s3/pics/long", Self.long)
        #expect(await s3.put("/pics/copy", "", [("x-amz-copy-source", "/pics/long")]).status == 200)
        #expect(s3.layer.ledger.used == Self.long.utf8.count)
        let id = try #require(await s3.post("/pics/parts?uploads").element("UploadId"))
        let part = await s3.put(
            "/pics/parts?partNumber=1&uploadId=\(id)", "",
            [("x-amz-copy-source", "/pics/long"), ("x-amz-copy-source-range", "bytes=100000-399999")])
        #expect(part.status == 200)
        // In place, as an editor may write it.
        let handle = try #require(FileHandle(forWritingAtPath: s3.folder.path + "/s3/pics/long"))
        try handle.write(contentsOf: Array("changed".utf8))
        try handle.close()
        #expect(await s3.get("/pics/long").text.hasPrefix("changed"))
        #expect(await s3.get("/pics/copy").text == Self.long)
        let list = "<Part><PartNumber>1</PartNumber><ETag>\(part.element("ETag") ?? "")</ETag></Part>"
        #expect(await s3.post("/pics/parts?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>").status == 200)
        #expect(await s3.get("/pics/parts").text == String(Self.long.dropFirst(100_000).prefix(300_000)))
        #expect(await s3.delete("/pics/copy").status == 204)
        #expect(await s3.delete("/pics/parts").status == 204)
    }

    @Test func aFileThatBecomesShorterIsFoundAgain() throws {
        let s3 = try S3Fixture(cacheBytes: 400_000)
        try s3.folder.write("s3/pics/long", Self.long)
        let view = BucketView(s3.service.objects, S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
        let object = try view.bucket("pics").object(ObjectKey("long"))
        // Behind the end is nothing to read, as in a file that its disk does not give back: to find it again would not help.
        let error = #expect(throws: S3Error.self) { try view.owned(object, 0..<object.size + 1, in: .temporary(S3Settings())) }
        #expect(error?.code == "InternalError")
        let handle = try #require(FileHandle(forWritingAtPath: s3.folder.path + "/s3/pics/long"))
        try handle.truncate(atOffset: 100)
        try handle.close()
        let copy = try view.owned(object, 0..<object.size, in: .temporary(S3Settings()))
        #expect(copy == nil)
        #expect(s3.layer.ledger.used == 0)
    }

    /// The folder may drop its own file from memory, so what is copied of it counts.
    @Test func whatTheSessionKeepsOfAFileInMemoryCounts() async throws {
        let s3 = try S3Fixture(settings: S3Settings(maximumBytes: 25))
        #expect(await s3.put("/pics/a", "", [("x-amz-copy-source", "/pics/photo.jpg")]).status == 200)
        #expect(s3.layer.ledger.used == 10)
        #expect(await s3.put("/pics/photo.jpg?tagging", "<Tagging><TagSet/></Tagging>").status == 200)
        #expect(s3.layer.ledger.used == 20)
        #expect(await s3.put("/pics/b", "", [("x-amz-copy-source", "/pics/photo.jpg")]).status == 200, "it is the session's now")
        #expect(s3.layer.ledger.used == 20)
        try s3.folder.write("s3/pics/other", "0123456789")
        #expect(await s3.put("/pics/c", "", [("x-amz-copy-source", "/pics/other")]).code == "QuotaExceeded")
        #expect(await s3.put("/pics/other?tagging", "<Tagging><TagSet/></Tagging>").code == "QuotaExceeded")
        #expect(await s3.get("/pics/a").text == "0123456789")
        s3.layer.reset()
        #expect(s3.layer.ledger.used == 0)
    }

    @Test func aCopyNeedsRoom() async throws {
        let s3 = try S3Fixture(settings: S3Settings(maximumBytes: 1_000), cacheBytes: 400_000)
        try s3.folder.write("s3/pics/long", Self.long)
        #expect(await s3.put("/pics/copy", "", [("x-amz-copy-source", "/pics/long")]).code == "QuotaExceeded")
        #expect(s3.layer.ledger.used == 0)
    }
}
