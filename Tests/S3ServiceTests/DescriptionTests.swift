import FileStore
import Foundation
import HTTPMessage
import JSONDocument
import Synchronization
import TestSupport
import Testing

@testable import S3Service

/// The files that describe objects: what they say in place of the server, and what becomes of them when clients write.
@Suite struct DescriptionTests {
    private let folder: TemporaryFolder
    private static let date = "Wed, 01 Jan 2020 00:00:00 GMT"
    private static let tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("s3/pics/a.txt", "0123456789")
    }

    /// - Parameter persists: whether it writes what clients write.
    private func server(persists: Bool = false) throws -> S3Fixture {
        var settings = S3Settings()
        settings.persists = persists
        return try S3Fixture(settings: settings, in: folder, settlingTime: .nanoseconds(-1))
    }

    private func text(_ path: String) -> String? { try? String(contentsOfFile: folder.path + "/s3/pics/" + path, encoding: .utf8) }

    private func json(_ path: String) throws -> JSONValue {
        try JSONValue.parse(Array(try #require(text(path)).utf8), name: path, maximumDepth: 8)
    }

    private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder.path + "/s3/pics/" + path) }

    // MARK: Entity tag and date

    private func overrideValidators() throws {
        let headers = #"{"headers": {"ETag": "\"v2\"", "Last-Modified": "\#(Self.date)"}}"#
        try folder.write("s3/pics/a.txt.meta.json", headers)
    }

    @Test func conditionsCompareWithWhatClientsSee() async throws {
        try overrideValidators()
        let s3 = try server()
        let cases: [(HeaderFields, Int)] = [
            ([], 200), ([("If-None-Match", "\"v2\"")], 304), ([("If-None-Match", "\"781e5e245d69b566979b86e28d23f2c7\"")], 200),
            ([("If-Match", "\"v2\"")], 200), ([("If-Match", "\"v1\"")], 412), ([("If-Modified-Since", Self.date)], 304),
            ([("If-Unmodified-Since", Self.date)], 200), ([("Range", "bytes=0-1"), ("If-Range", "\"v2\"")], 206),
            ([("Range", "bytes=0-1"), ("If-Range", Self.date)], 206), ([("Range", "bytes=0-1"), ("If-Range", "\"v1\"")], 200),
        ]
        for (headers, status) in cases {
            let answer = await s3.get("/pics/a.txt", headers)
            #expect(answer.status == status, "\(headers.map { $0 })")
            if status < 400 { #expect(answer.fields.values("ETag") == ["\"v2\""] && answer.fields.values("Last-Modified") == [Self.date]) }
        }
        #expect(await s3.put("/pics/a.txt", "x", [("If-Match", "\"v1\"")]).status == 412)
        #expect(await s3.put("/pics/a.txt", "x", [("If-Match", "\"v2\"")]).header("ETag") == "\"9dd4e461268c8034f5c8564e155c67a6\"")
    }

    @Test(arguments: ["list-type=2", "", "versions"]) func aListingShowsTheSame(query: String) async throws {
        let s3 = try server()
        let own = await s3.get("/pics?\(query)")
        #expect(own.elements("ETag") == ["&quot;781e5e245d69b566979b86e28d23f2c7&quot;"])
        try overrideValidators()
        for _ in 0..<2 {
            let listing = await s3.get("/pics?\(query)")
            #expect(listing.elements("ETag") == ["&quot;v2&quot;"] && listing.elements("LastModified") == ["2020-01-01T00:00:00.000Z"])
        }
        try folder.write("s3/pics/a.txt.meta.json", #"{"headers": {"ETag": "W/\"v3\""}}"#)
        #expect(await s3.get("/pics?\(query)").elements("ETag") == ["W/&quot;v3&quot;"])
        try folder.write("s3/pics/a.txt.meta.json", #"{"headers": {"Cache-Control": "no-cache"}}"#)
        for _ in 0..<2 { #expect(await s3.get("/pics?\(query)").text == own.text) }
    }

    @Test func aCopyHasItsOwn() async throws {
        try overrideValidators()
        let s3 = try server()
        let source: HeaderFields = [("x-amz-copy-source", "/pics/a.txt"), ("x-amz-copy-source-if-match", "\"v2\"")]
        #expect(await s3.put("/pics/copy", "", source).element("ETag") == "&quot;781e5e245d69b566979b86e28d23f2c7&quot;")
        let copy = await s3.get("/pics/copy")
        #expect(copy.fields.values("ETag") == ["\"781e5e245d69b566979b86e28d23f2c7\""])
        #expect(copy.header("Last-Modified") == s3.now.withLock { $0 }.text)
        #expect(copy.header("Content-Type") == "text/plain")
    }

    @Test(arguments: [false, true]) func theyOutliveAChangeOfTheTags(persists: Bool) async throws {
        try overrideValidators()
        let s3 = try server(persists: persists)
        #expect(await s3.put("/pics/a.txt?tagging", Self.tags).status == 200)
        #expect(await s3.get("/pics/a.txt").header("ETag") == "\"v2\"")
        if !persists { _ = try s3.service.save(s3.layer) }
        let written = try json("a.txt.meta.json")
        #expect(written["headers"] == ["ETag": "\"v2\"", "Last-Modified": .string(Self.date)])
        try folder.write("s3/pics/a.txt.meta.json", #"{"s3": \#(String(decoding: (written["s3"] ?? [:]).bytes(), as: UTF8.self))}"#)
        s3.layer.reset()
        #expect(await s3.get("/pics/a.txt").header("ETag") == "\"781e5e245d69b566979b86e28d23f2c7\"")
    }

    // MARK: Members

    @Test(arguments: [false, true]) func aChangeOfTheTagsLeavesTheOtherMembers(persists: Bool) async throws {
        let headers = #"{"Cache-Control": "no-cache", "Vary": ["Origin", "Accept"]}"#
        try folder.write(
            "s3/pics/a.txt.meta.json",
            #"{"$schema": "meta.json", "deliberate": true, "headers": \#(headers), "metadata": {"Count": 2}, "tags": {"old": "1"}}"#)
        let s3 = try server(persists: persists)
        #expect(await s3.put("/pics/a.txt?tagging", Self.tags).status == 200)
        if !persists { _ = try s3.service.save(s3.layer) }
        var members = try #require(try json("a.txt.meta.json").object)
        #expect((members["s3"] != nil) == persists)
        members["s3"] = nil
        let expected: JSONValue = [
            "$schema": "meta.json", "deliberate": true, "headers": ["Cache-Control": "no-cache", "Vary": ["Origin", "Accept"]],
            "metadata": ["Count": 2], "tags": ["k": "v"],
        ]
        #expect(JSONValue.object(members) == expected)
        #expect(members.names == ["$schema", "deliberate", "headers", "metadata", "tags"])
        #expect(await s3.delete("/pics/a.txt?tagging").status == 204)
        if !persists { _ = try s3.service.save(s3.layer) }
        #expect(try json("a.txt.meta.json")["tags"] == nil)
    }

    @Test func aFileWithoutADescriptionGetsOnlyWhatItLacks() async throws {
        let s3 = try server()
        #expect(await s3.put("/pics/a.txt?tagging", Self.tags).status == 200)
        _ = try s3.service.save(s3.layer)
        #expect(text("a.txt.meta.json") == #"{"tags":{"k":"v"}}"#)
    }

    @Test func anotherObjectHasItsOwnDescription() async throws {
        try folder.write(
            "s3/pics/a.txt.meta.json", #"{"deliberate": true, "headers": {"Cache-Control": "no-cache"}, "metadata": {"a": "1"}}"#)
        let s3 = try server()
        #expect(await s3.put("/pics/a.txt", "new").status == 200)
        _ = try s3.service.save(s3.layer)
        #expect(text("a.txt.meta.json") == #"{"deliberate":true,"headers":{"Content-Type":"binary/octet-stream"}}"#)
        try folder.write("s3/pics/a.txt.meta.json", #"{"deliberate": true, "headers": 1}"#)
        #expect(await s3.put("/pics/a.txt", "newer").status == 200)
        _ = try s3.service.save(s3.layer)
        #expect(text("a.txt.meta.json") == #"{"headers":{"Content-Type":"binary/octet-stream"}}"#, "one with a mistake is replaced")
    }

    @Test func repeatedFieldsOfACopyStay() async throws {
        try folder.write("s3/pics/a.txt.meta.json", #"{"headers": {"Vary": ["Origin", "Accept", "Cookie"]}}"#)
        let s3 = try server()
        #expect(await s3.put("/pics/copy", "", [("x-amz-copy-source", "/pics/a.txt")]).status == 200)
        _ = try s3.service.save(s3.layer)
        #expect(try json("copy.meta.json")["headers"]?["Vary"] == ["Origin", "Accept", "Cookie"])
    }

    // MARK: Without the file

    @Test(arguments: [false, true]) func aDescriptionWithoutItsFileKeepsNoBucket(persists: Bool) async throws {
        try folder.write("s3/pics/a.txt.meta.json", "{}")
        let s3 = try server(persists: persists)
        try remove("a.txt")
        #expect(await s3.get("/pics?list-type=2").elements("Key") == [])
        #expect(await s3.get("/pics/a.txt.meta.json").code == "NoSuchKey")
        #expect(await s3.delete("/pics").status == 204)
        if !persists { _ = try s3.service.save(s3.layer) }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/s3/pics"))
    }

    /// A user's file that only has the name of a description.
    @Test func whatIsNoDescriptionIsNotDeletedWithItsBucket() async throws {
        try folder.write("s3/pics/page.meta.json", #"{"title": "A page"}"#)
        try remove("a.txt")
        let s3 = try server(persists: true)
        let refusal = await s3.delete("/pics")
        #expect(refusal.code == "BucketNotEmpty" && refusal.text.contains("pics/page.meta.json"))
        #expect(text("page.meta.json") == #"{"title": "A page"}"#)
    }

    /// A session's own object stands over a file that goes.
    @Test func aSessionsObjectHasNoDescriptionBesideIt() async throws {
        try folder.write("s3/pics/a.txt.meta.json", "{}")
        let s3 = try server()
        await s3.put("/pics/a.txt", "mine")
        try remove("a.txt")
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["a.txt"])
    }

    // MARK: Folders with the name of a description

    /// A user's folder: its objects stay, and the description of the other object is elsewhere.
    @Test(arguments: [false, true]) func aFolderWithTheNameOfADescriptionIsNotInTheWay(isThere: Bool) async throws {
        try folder.write("s3/pics/b.meta.json/x", "1")
        if isThere { try folder.write("s3/pics/b", "old") }
        do {
            let s3 = try server(persists: true)
            #expect(await s3.put("/pics/b", "2", [("x-amz-meta-a", "1")]).status == 200)
            #expect(await s3.put("/pics/b.meta.json/y", "3").status == 200)
            #expect(await s3.put("/pics/b/c", "4").status == 200)
        }
        let s3 = try server(persists: true)
        let keys = ["a.txt", "b", "b.meta.json/x", "b.meta.json/y", "b/c"]
        #expect(await s3.get("/pics?list-type=2").elements("Key") == keys)
        let object = await s3.get("/pics/b")
        #expect(object.text == "2" && object.header("x-amz-meta-a") == "1")
        #expect(text("b.meta.json/x") == "1" && text("%!b%2Emeta.json/y") == "3")
        for key in keys { #expect(await s3.delete("/pics/\(key)").status == 204) }
        #expect(await s3.delete("/pics").status == 204)
    }

    @Test func aFileIsDeletedBesideAFolderWithTheNameOfItsDescription() async throws {
        try folder.write("s3/pics/a.txt.meta.json/x", "1")
        let s3 = try server(persists: true)
        #expect(await s3.delete("/pics/a.txt").status == 204)
        #expect(await s3.put("/pics/z", "z").status == 200)
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["a.txt.meta.json/x", "z"])
    }
}
