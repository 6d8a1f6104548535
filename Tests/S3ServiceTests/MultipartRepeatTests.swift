import HTTPMessage
import Testing

@testable import S3Service

/// What comes after the end of an upload, and parts without bytes.
@Suite struct MultipartRepeatTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    private init(_ s3: S3Fixture) { self.s3 = s3 }

    private func complete(_ id: String, _ tags: [String], _ key: String = "big", _ headers: HeaderFields = []) async -> S3Answer {
        let list = zip(1..., tags).map { "<Part><PartNumber>\($0)</PartNumber><ETag>\($1)</ETag></Part>" }.joined()
        return await s3.post("/pics/\(key)?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>", headers)
    }

    /// Uploads the parts and completes them.
    private func upload(_ parts: [String]) async throws -> (id: String, tags: [String], tag: String) {
        // With a checksum that is quick without optimisation.
        let fields: HeaderFields = [("x-amz-checksum-algorithm", "CRC32"), ("x-amz-checksum-type", "FULL_OBJECT")]
        let id = try #require(await s3.post("/pics/big?uploads", "", fields).element("UploadId"))
        var tags: [String] = []
        for (number, part) in zip(1..., parts) {
            tags.append(try #require(await s3.put("/pics/big?partNumber=\(number)&uploadId=\(id)", part).header("ETag")))
        }
        let done = await complete(id, tags)
        #expect(done.status == 200)
        return (id, tags, try #require(done.element("ETag")).replacing("&quot;", with: "\""))
    }

    @Test func onlyTheSameRequestIsRepeated() async throws {
        let (id, tags, _) = try await upload(["small"])
        #expect(await complete(id, tags).status == 200)
        for (list, key) in [(tags, "other"), (["0"], "big"), (tags + tags, "big")] {
            let refused = await complete(id, list, key)
            #expect((refused.status, refused.code) == (404, "NoSuchUpload"))
        }
        #expect(await s3.get("/pics/other").status == 404)
        #expect(await s3.delete("/pics/big").status == 204)
        #expect(await complete(id, tags).code == "NoSuchUpload", "there is no object any more")
    }

    /// A client that has lost the response sends its conditions again, and the object that it made is there now.
    @Test(arguments: [("If-None-Match", "*"), ("If-Match", "\"0\"")])
    func aRepeatIsNotChecked(_ name: String, _ value: String) async throws {
        let (id, tags, tag) = try await upload(["small"])
        let conditions: HeaderFields = [(name, value)]
        let repeated = await complete(id, tags, "big", conditions)
        #expect((repeated.status, repeated.element("ETag")) == (200, tag.replacing("\"", with: "&quot;")))
        #expect(await complete(id, tags, "other", conditions).code == "NoSuchUpload")
        #expect(await s3.put("/pics/big", "newer").status == 200)
        #expect(await complete(id, tags, "big", conditions).code == "NoSuchUpload", "it is another object")
        #expect(await s3.get("/pics/big").text == "newer")
    }

    /// S3 says no checksum then.
    @Test func aRepeatIsAnsweredAsLongAsItsVersionIsThere() async throws {
        await version("Enabled")
        let (id, tags, tag) = try await upload(["small"])
        let version = try #require(await s3.head("/pics/big").header("x-amz-version-id"))
        await s3.put("/pics/big", "newer")
        #expect(await s3.delete("/pics/big").status == 204)
        let repeated = await complete(id, tags)
        #expect((repeated.status, repeated.header("x-amz-version-id")) == (200, version))
        #expect(repeated.element("ETag") == tag.replacing("\"", with: "&quot;"))
        #expect(repeated.elements("ChecksumCRC32") + repeated.elements("ChecksumType") == [])
        #expect(await s3.put("/pics/big?tagging&versionId=\(version)", Self.tagging).status == 200)
        #expect(await complete(id, tags).status == 200)
        #expect(await s3.delete("/pics/big?versionId=\(version)").status == 204)
        #expect(await complete(id, tags).code == "NoSuchUpload")
    }

    @Test(arguments: ["PUT", "DELETE"]) func theVersionNullIsReplaced(method: String) async throws {
        await version("Suspended")
        let (id, tags, _) = try await upload(["small"])
        #expect(await complete(id, tags).status == 200)
        await version("Enabled")
        await s3.put("/pics/big", "newer")
        #expect(await complete(id, tags).status == 200)
        await version("Suspended")
        #expect(await s3.answer(method, "/pics/big").status == (method == "PUT" ? 200 : 204))
        #expect(await complete(id, tags).code == "NoSuchUpload")
    }

    @Test func theFileOfTheObjectIsTheObject() async throws {
        var settings = S3Settings()
        settings.persists = true
        let saving = Self(try S3Fixture(settings: settings))
        let (id, tags, tag) = try await saving.upload(["small"])
        #expect(await saving.complete(id, tags).element("ETag") == tag.replacing("\"", with: "&quot;"))
        await saving.version("Enabled")
        await saving.s3.put("/pics/big", "newer")
        #expect(await saving.complete(id, tags).status == 200)
        #expect(await saving.s3.delete("/pics/big?versionId=null").status == 204)
        #expect(await saving.complete(id, tags).code == "NoSuchUpload")
    }

    @Test func anUploadThatHasEndedCanBeAborted() async throws {
        let (completed, _, _) = try await upload(["small"])
        let aborted = try #require(await s3.post("/pics/big?uploads").element("UploadId"))
        for _ in 1...2 { #expect(await s3.delete("/pics/big?uploadId=\(aborted)").status == 204) }
        #expect(await s3.delete("/pics/big?uploadId=\(completed)").status == 204)
        #expect(await s3.get("/pics/big").text == "small")
        for (key, id) in [("other", completed), ("other", aborted), ("big", "none")] {
            #expect(await s3.delete("/pics/\(key)?uploadId=\(id)").code == "NoSuchUpload")
        }
        await s3.put("/mine")
        let gone = try #require(await s3.post("/mine/big?uploads").element("UploadId"))
        for _ in 1...2 { #expect(await s3.delete("/mine/big?uploadId=\(gone)").status == 204) }
        #expect(await s3.delete("/mine").status == 204)
        await s3.put("/mine")
        #expect(await s3.delete("/mine/big?uploadId=\(gone)").code == "NoSuchUpload", "of another bucket")
    }

    private static let tagging = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"

    private func version(_ status: String) async {
        await s3.put("/pics?versioning", "<VersioningConfiguration><Status>\(status)</Status></VersioningConfiguration>")
    }

    @Test func anotherUploadIsChecked() async throws {
        _ = try await upload(["small"])
        let id = try #require(await s3.post("/pics/big?uploads").element("UploadId"))
        let tag = try #require(await s3.put("/pics/big?partNumber=1&uploadId=\(id)", "x").header("ETag"))
        #expect(await complete(id, [tag], "big", [("If-None-Match", "*")]).status == 412)
        #expect(await complete(id, [tag], "big", [("If-Match", "\"0\"")]).status == 412)
        #expect(await s3.get("/pics/big").text == "small")
    }

    @Test func anEmptyLastPartHasNoBytes() async throws {
        _ = try await upload([String(repeating: "a", count: 5 << 20), ""])
        let part = await s3.get("/pics/big?partNumber=2")
        #expect((part.status, part.text, part.header("x-amz-mp-parts-count")) == (200, "", "2"))
        let head = await s3.head("/pics/big?partNumber=2")
        #expect((head.status, head.text, head.header("x-amz-mp-parts-count")) == (200, "", "2"))
        #expect(await s3.get("/pics/big?partNumber=1").text.utf8.count == 5 << 20)
    }

    @Test func theOnlyPartMayBeEmpty() async throws {
        _ = try await upload([""])
        let part = await s3.get("/pics/big?partNumber=1")
        #expect((part.status, part.text, part.header("x-amz-mp-parts-count")) == (200, "", "1"))
    }
}
