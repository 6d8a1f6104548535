import HTTPMessage
import Testing

@testable import S3Service

/// Conditions of a CompleteMultipartUpload.
@Suite struct MultipartConditionTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    private init(_ s3: S3Fixture) { self.s3 = s3 }

    /// An upload with one part.
    /// - Returns: its id, and the entity tag of the part.
    private func begin(_ key: String) async throws -> (id: String, tag: String) {
        let id = try #require(await s3.post("/pics/\(key)?uploads").element("UploadId"))
        return (id, try #require(await s3.put("/pics/\(key)?partNumber=1&uploadId=\(id)", "x").header("ETag")))
    }

    private func complete(_ upload: (id: String, tag: String), _ key: String, _ headers: HeaderFields = []) async -> S3Answer {
        let list = "<Part><PartNumber>1</PartNumber><ETag>\(upload.tag)</ETag></Part>"
        return await s3.post(
            "/pics/\(key)?uploadId=\(upload.id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>", headers)
    }

    private func setVersioning(_ status: String) async {
        let body = "<VersioningConfiguration><Status>\(status)</Status></VersioningConfiguration>"
        #expect(await s3.put("/pics?versioning", body).status == 200)
    }

    @Test func conditionsAreCheckedAtTheEnd() async throws {
        let upload = try await begin("photo.jpg")
        #expect(await complete(upload, "photo.jpg", [("If-None-Match", "*")]).status == 412)
        #expect(await complete(upload, "photo.jpg", [("If-Match", "\"781e5e245d69b566979b86e28d23f2c7\"")]).status == 200)
        #expect(await s3.get("/pics/photo.jpg").text == "x")
    }

    /// A condition of an upload that came true by what others did meanwhile.
    @Test func aConditionConflictsWithWhatHappenedDuringTheUpload() async throws {
        let upload = try await begin("photo.jpg")
        #expect(await s3.delete("/pics/photo.jpg").status == 204)
        let deleted = await complete(upload, "photo.jpg", [("If-None-Match", "*")])
        #expect((deleted.status, deleted.code) == (409, "ConditionalRequestConflict"))
        #expect(deleted.element("Condition") == "If-None-Match")
        #expect(deleted.element("Key") == "photo.jpg")
        let written = try #require(await s3.put("/pics/photo.jpg", "y").header("ETag"))
        #expect(await complete(upload, "photo.jpg", [("If-None-Match", "*")]).status == 412)
        let replaced = await complete(upload, "photo.jpg", [("If-Match", written)])
        #expect((replaced.status, replaced.element("Condition")) == (409, "If-Match"))
        #expect(await complete(upload, "photo.jpg", [("If-Match", "\"0\"")]).status == 412)
        #expect(await complete(upload, "photo.jpg").status == 200)
    }

    /// It is about the version that was the newest when the upload began.
    @Test func aConditionConflictsWithAnotherNewestVersion() async throws {
        await setVersioning("Enabled")
        for isFile in [true, false] {
            let key = isFile ? "photo.jpg" : "mine"
            if !isFile { await s3.put("/pics/mine", "0") }
            let condition = try #require(await s3.head("/pics/\(key)").header("ETag"))
            let upload = try await begin(key)
            // The same bytes: the condition holds, and is about another version.
            let version = try #require(await s3.put("/pics/\(key)", isFile ? "0123456789" : "0").header("x-amz-version-id"))
            #expect(await complete(upload, key, [("If-Match", condition)]).code == "ConditionalRequestConflict", "\(key)")
            let marker = try #require(await s3.delete("/pics/\(key)").header("x-amz-version-id"))
            #expect(await complete(upload, key, [("If-None-Match", "*")]).code == "ConditionalRequestConflict", "\(key)")
            for each in [marker, version] { #expect(await s3.delete("/pics/\(key)?versionId=\(each)").status == 204) }
            #expect(await complete(upload, key, [("If-Match", condition)]).status == 200, "\(key)")
        }
        // An older version is the newest now.
        let condition = try #require(await s3.put("/pics/two", "1").header("ETag"))
        let second = try #require(await s3.put("/pics/two", "2").header("x-amz-version-id"))
        let upload = try await begin("two")
        #expect(await s3.delete("/pics/two?versionId=\(second)").status == 204)
        let older = await complete(upload, "two", [("If-Match", condition)])
        #expect((older.code, older.element("Condition")) == ("ConditionalRequestConflict", "If-Match"))
        // One delete marker takes the place of another.
        await setVersioning("Suspended")
        await s3.delete("/pics/none")
        let over = try await begin("none")
        await s3.delete("/pics/none")
        #expect(await complete(over, "none", [("If-None-Match", "*")]).code == "ConditionalRequestConflict")
    }

    /// A version that the folder gets during an upload is the one that it was, and no other.
    @Test(arguments: [false, true]) func aConditionKnowsVersionsThatTheFolderHas(persists: Bool) async throws {
        var settings = S3Settings()
        settings.persists = persists
        let test = MultipartConditionTests(try S3Fixture(settings: settings))
        try await test.checkWrittenVersions { if !persists { _ = try test.s3.service.save(test.s3.layer) } }
    }

    /// - Parameter write: writes what has changed into the folder.
    private func checkWrittenVersions(_ write: () throws -> Void) async throws {
        // The newest version is the file again, which is another one than at the begin.
        let overFile = try await begin("photo.jpg")
        let other = try #require(await s3.put("/pics/photo.jpg", "y").header("ETag"))
        let own = try #require(await s3.put("/pics/mine", "1").header("ETag"))
        let overOwn = try await begin("mine")
        let overNothing = try await begin("none")
        await s3.put("/pics/none", "z")
        try write()
        await setVersioning("Enabled")
        for key in ["photo.jpg", "mine", "none"] {
            let version = try #require(await s3.put("/pics/\(key)", "new").header("x-amz-version-id"))
            #expect(await s3.delete("/pics/\(key)?versionId=\(version)").status == 204)
        }
        #expect(await complete(overFile, "photo.jpg", [("If-Match", other)]).code == "ConditionalRequestConflict")
        let etag = try #require(await s3.head("/pics/none").header("ETag"))
        #expect(await complete(overNothing, "none", [("If-Match", etag)]).code == "ConditionalRequestConflict")
        // It is the one that it was at the begin, and in the folder now.
        #expect(await complete(overOwn, "mine", [("If-Match", own)]).status == 200)
    }

    @Test func anotherUploadIsAConflict() async throws {
        let first = try await begin("photo.jpg")
        let second = try await begin("photo.jpg")
        let tag = try #require(await complete(first, "photo.jpg").element("ETag")).replacing("&quot;", with: "\"")
        #expect(await complete(second, "photo.jpg", [("If-Match", tag)]).code == "ConditionalRequestConflict")
    }
}
