import Foundation
import Glibc
import HTTPMessage
import JSONDocument
import Placeholders
import S3Dialect
import Synchronization
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

    /// One with placeholders needs no folder.
    @Test func whatIsWrittenIntoABucketWithoutAFolderMakesTheFolder() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/other/.gitkeep", "")
        var settings = S3Settings()
        settings.persists = true
        settings.placeholders = ["made": try PlaceholderForm("32x32.png")]
        let s3 = try S3Fixture(settings: settings, in: folder)
        #expect(await s3.put("/made/k", "one").status == 200)
        #expect(try String(contentsOfFile: folder.path + "/s3/made/k", encoding: .utf8) == "one")
        #expect(await s3.delete("/made/k").status == 204)
        #expect(await s3.delete("/made").status == 204)
        let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>"
        #expect(await s3.put("/made/k?tagging", tags).status == 200)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/s3/made/k"), "the picture becomes an object")
    }

    @Test func aBucketThatAClientHasChangedIsThereWithoutItsFolder() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/photo.jpg", "0123456789")
        let s3 = try server(in: folder)
        await s3.put("/pics/k", "one")
        try FileManager.default.removeItem(atPath: folder.path + "/s3/pics")
        #expect(await s3.head("/pics").status == 200)
        #expect(await s3.get("/").elements("Name") == ["pics"])
        #expect(await s3.get("/pics?list-type=2").elements("Key").isEmpty)
        #expect(await s3.put("/pics/k", "two").status == 200)
        #expect(try String(contentsOfFile: folder.path + "/s3/pics/k", encoding: .utf8) == "two")
        try FileManager.default.removeItem(atPath: folder.path + "/s3/pics")
        #expect(await s3.delete("/pics").status == 204)
        #expect(await s3.head("/pics").status == 404)
        #expect(await s3.get("/").elements("Name").isEmpty)
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

    /// It is read for the key, and is the object of another key.
    @Test func aFileInAnotherSpellingIsHiddenAndStays() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/e\u{301}.jpg", "x")
        let s3 = try server(in: folder)
        #expect(await s3.get("/pics/%C3%A9.jpg").text == "x")
        #expect(await s3.delete("/pics/%C3%A9.jpg").status == 204)
        #expect(await s3.get("/pics/%C3%A9.jpg").code == "NoSuchKey")
        #expect(await s3.get("/pics/e%CC%81.jpg").text == "x")
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

    // MARK: Who may read

    /// A server that verifies signatures, and what its owner asks by presigned links.
    private struct Guarded {
        let s3: S3Fixture

        init(_ folder: TemporaryFolder, persists: Bool) throws {
            var settings = S3Settings(auth: .strict, keys: [(accessKey: "test", secretKey: "secret")])
            settings.persists = persists
            s3 = try S3Fixture(settings: settings, in: folder)
        }

        /// - Parameters:
        ///   - target: a bucket or an object without its first slash.
        ///   - acl: of what is put; with `"?acl"` at the end of the target, the new one of what is there.
        func put(_ target: String, acl: String? = nil) async -> Int {
            let names = target.replacingOccurrences(of: "?acl", with: "").split(separator: "/", maxSplits: 1).map(String.init)
            var parameters = acl.map { [(name: "x-amz-acl", value: $0)] } ?? []
            if target.hasSuffix("?acl") { parameters.append((name: "acl", value: "")) }
            let base = "http://127.0.0.1:9000"
            let link = LinkMaker(accessKey: "test", secret: "secret").link(
                "PUT", baseURL: base, bucket: names[0], key: names.count > 1 ? Array(names[1].utf8) : [], expires: 60,
                now: s3.now.withLock { $0.secondsSinceEpoch }, .rotating(number: "1"), parameters: parameters)
            let isObject = names.count > 1 && !target.hasSuffix("?acl")
            return await s3.put(String(link.dropFirst(base.count)), isObject ? "x" : "").status
        }

        /// What requests without a key get.
        func statuses(_ targets: [String]) async -> [Int] {
            var statuses: [Int] = []
            for target in targets { statuses.append(await s3.get("/" + target).status) }
            return statuses
        }
    }

    private static let asked = [
        "open", "open/default", "open/shown", "open/known", "shut", "shut/default", "shut/shown", "shut2", "open2", "known",
    ]
    private static let allowed = [200, 403, 200, 403, 403, 403, 200, 403, 200, 403]

    private func fill(_ server: Guarded) async {
        let buckets: [(String, String?)] = [
            ("open", "public-read"), ("shut", nil), ("shut2", "public-read-write"), ("open2", nil), ("known", "authenticated-read"),
        ]
        for (bucket, acl) in buckets { #expect(await server.put(bucket, acl: acl) == 200) }
        for bucket in ["open", "shut"] {
            #expect(await server.put("\(bucket)/default") == 200)
            #expect(await server.put("\(bucket)/shown", acl: "public-read") == 200)
        }
        #expect(await server.put("open/known", acl: "authenticated-read") == 200)
        #expect(await server.put("shut2?acl", acl: "private") == 200)
        #expect(await server.put("open2?acl", acl: "public-read") == 200)
        #expect(await server.statuses(Self.asked) == Self.allowed)
    }

    @Test func whoMayReadIsTheSameAfterARestart() async throws {
        let folder = try TemporaryFolder()
        do { await fill(try Guarded(folder, persists: true)) }
        let server = try Guarded(folder, persists: true)
        #expect(await server.statuses(Self.asked) == Self.allowed)
        #expect(await server.put("open/later") == 200)
        #expect(await server.statuses(["open/later"]) == [403], "the bucket is still a client's")
    }

    @Test func whoMayReadIsTheSameAfterASave() async throws {
        let folder = try TemporaryFolder()
        let server = try Guarded(folder, persists: false)
        await fill(server)
        let result = try server.s3.service.save(server.s3.layer)
        #expect(result["saved"]?.int == 5 && result["skipped"]?.array?.isEmpty == true)
        #expect(server.s3.service.difference(of: server.s3.layer)["buckets"]?.array?.isEmpty == true)
        #expect(await server.statuses(Self.asked) == Self.allowed, "the layer has nothing of it any more")
        server.s3.layer.reset()
        #expect(await server.statuses(Self.asked) == Self.allowed)
    }

    /// What the owner of the folder has written may have comments.
    @Test func theRestOfABucketsDescriptionStays() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/a", "x")
        try folder.write("s3/pics/.meta.json", #"{"deliberate": true, "acl": "private"} // demo data"#)
        let asked = ["pics", "pics/a"]
        do {
            let server = try Guarded(folder, persists: true)
            #expect(await server.statuses(asked) == [403, 403])
            #expect(await server.put("pics?acl", acl: "public-read") == 200)
            #expect(await server.statuses(asked) == [200, 403])
        }
        let text = try String(contentsOfFile: folder.path + "/s3/pics/.meta.json", encoding: .utf8)
        #expect(text.hasPrefix(#"{"deliberate":true,"s3":{"grants":["#), "\(text)")
        let server = try Guarded(folder, persists: true)
        #expect(await server.statuses(asked) == [200, 403])
        #expect(await server.put("pics?acl", acl: "private") == 200)
        #expect(try String(contentsOfFile: folder.path + "/s3/pics/.meta.json", encoding: .utf8) == #"{"deliberate":true,"acl":"private"}"#)
    }

    @Test(arguments: ["s3/open.meta.json", "s3/open/.meta.json"]) func whatTheOwnerOfTheFolderWritesComesFirst(file: String) async throws {
        let folder = try TemporaryFolder()
        do { await fill(try Guarded(folder, persists: true)) }
        let written = (try? String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)) ?? "{}"
        let rest = written.dropFirst().first == "}" ? written.dropFirst() : "," + written.dropFirst()
        try folder.write(file, #"{"acl": "private""# + rest)
        let server = try Guarded(folder, persists: true)
        #expect(await server.statuses(["open", "open/default", "open/shown"]) == [403, 403, 200])
    }

    @Test func aDescriptionThatCannotBeReadStays() async throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/a", "x")
        try folder.write("s3/pics/.meta.json", #"{"acl": "#)
        let server = try Guarded(folder, persists: true)
        #expect(await server.put("pics?acl", acl: "public-read") == 200)
        #expect(try String(contentsOfFile: folder.path + "/s3/pics/.meta.json", encoding: .utf8) == #"{"acl": "#)
    }
}
