import FileStore
import Foundation
import HTTPMessage
import S3Dialect
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import S3Service

/// Changes that are written into the folder, and are there after a restart.
@Suite(.timeLimit(.minutes(5))) struct PersistenceTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("s3/pics/photo.jpg", "0123456789")
    }

    /// A server over what is in the folder now. Only one at a time may live.
    func server(auth: AuthenticationMode = .expiry) throws -> S3Fixture {
        var settings = S3Settings(auth: auth, keys: [(accessKey: "test", secretKey: "secret")])
        settings.persists = true
        return try S3Fixture(settings: settings, in: folder)
    }

    func text(_ path: String) -> String? { try? String(contentsOfFile: folder.path + "/" + path, encoding: .utf8) }

    /// Paths of files below `s3`, without descriptions.
    func files(descriptions: Bool = false) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path + "/s3")?.compactMap { $0 as? String } ?? []
        return paths.filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: folder.path + "/s3/" + path, isDirectory: &isFolder)
            return exists && !isFolder.boolValue && (descriptions || !path.hasSuffix(".meta.json"))
        }.sorted()
    }

    // MARK: After a restart

    @Test func anObjectIsThereAfterARestart() async throws {
        let fields: HeaderFields = [
            ("Content-Type", "image/png"), ("x-amz-meta-author", "Kim"), ("x-amz-tagging", "a=1"), ("x-amz-storage-class", "GLACIER"),
            ("x-amz-checksum-sha256", Checksum.of(Array("new".utf8), .sha256).text), ("Cache-Control", "max-age=60"),
        ]
        func check(_ s3: S3Fixture) async {
            let object = await s3.get("/pics/a/b.jpg", [("x-amz-checksum-mode", "ENABLED")])
            #expect(object.text == "new")
            for field in fields where !["x-amz-tagging", "x-amz-meta-author"].contains(field.name) {
                #expect(object.header(field.name) == field.value, "\(field.name)")
            }
            #expect(object.header("x-amz-meta-author") == "Kim")
            #expect(object.header("x-amz-tagging-count") == "1")
            #expect(object.header("ETag") == "\"22af645d1859cb5ca6da0c484f1f37ea\"")
            #expect(object.header("Last-Modified") == s3.now.withLock { $0 }.text)
            #expect(await s3.get("/pics?list-type=2").elements("Key") == ["a/b.jpg", "photo.jpg"])
        }
        do {
            let s3 = try server()
            #expect(await s3.put("/pics/a/b.jpg", "new", fields).status == 200)
            await check(s3)
            #expect(s3.layer.ledger.used == 0, "the folder has it")
        }
        #expect(text("s3/pics/a/b.jpg") == "new")
        #expect(files() == ["pics/a/b.jpg", "pics/photo.jpg"])
        await check(try server())
    }

    @Test func keysInTwoNormalisationsAreTwoObjects() async throws {
        let (composed, decomposed) = ("caf\u{E9}.txt", "cafe\u{301}.txt")
        try folder.write("s3/pics/\(composed)", "composed")
        let s3 = try server()
        let (first, second) = ("/pics/caf%C3%A9.txt", "/pics/cafe%CC%81.txt")
        #expect(await s3.get(second).text == "composed", "a file is read for both")
        #expect(await s3.delete(second).status == 204)
        #expect(await s3.get(second).status == 404)
        #expect(await s3.get(first).text == "composed")
        #expect(await s3.put(second, "decomposed").status == 200)
        #expect(await s3.get(first).text == "composed")
        #expect(await s3.get(second).text == "decomposed")
        #expect(Set(files().map { Array($0.utf8) }).isSuperset(of: ["pics/\(composed)", "pics/\(decomposed)"].map { Array($0.utf8) }))
        #expect(await s3.delete(second).status == 204)
        #expect(await s3.get(first).text == "composed")
    }

    @Test func metadataMayHaveAnyCharacters() async throws {
        let fields: HeaderFields = [("x-amz-meta-lines", "=?UTF-8?Q?a=0D=0Ab=00c_d?=")]
        do {
            let s3 = try server()
            #expect(await s3.put("/pics/a", "x", fields).status == 200)
        }
        let s3 = try server()
        #expect(await s3.head("/pics/a").header("x-amz-meta-lines") == "=?UTF-8?Q?a=0D=0Ab=00c_d?=")
    }

    @Test func objectsAreReplacedAndDeleted() async throws {
        do {
            let s3 = try server()
            for round in 0..<3 {
                #expect(await s3.put("/pics/photo.jpg", "round \(round)").status == 200)
                #expect(await s3.get("/pics/photo.jpg").text == "round \(round)")
            }
            #expect(await s3.put("/pics/deep/er/x", "x").status == 200)
            #expect(await s3.delete("/pics/deep/er/x").status == 204)
            #expect(await s3.get("/pics/deep/er/x").code == "NoSuchKey")
        }
        #expect(files(descriptions: true) == ["pics/photo.jpg", "pics/photo.jpg.meta.json"])
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/s3/pics/deep"))
        do {
            let s3 = try server()
            #expect(await s3.get("/pics/photo.jpg").text == "round 2")
            #expect(await s3.deleteAll("/pics?delete", "<Delete><Object><Key>photo.jpg</Key></Object></Delete>").status == 200)
        }
        #expect(files(descriptions: true) == [])
        #expect(await (try server()).get("/pics/photo.jpg").code == "NoSuchKey")
    }

    @Test func anUploadInPartsKeepsItsTag() async throws {
        var tag: String?
        do {
            let s3 = try server()
            let id = try #require(await s3.post("/pics/big?uploads").element("UploadId"))
            let part = await s3.put("/pics/big?partNumber=1&uploadId=\(id)", "content")
            #expect(files() == ["pics/photo.jpg"])
            let list = "<Part><PartNumber>1</PartNumber><ETag>\(part.header("ETag") ?? "")</ETag></Part>"
            let target = "/pics/big?uploadId=\(id)"
            let done = await s3.post(target, "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>")
            #expect(done.status == 200)
            tag = done.element("ETag")
            #expect(await s3.post(target, "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>").element("ETag") == tag)
        }
        let s3 = try server()
        let object = await s3.get("/pics/big?partNumber=1")
        #expect(object.text == "content" && object.header("x-amz-mp-parts-count") == "1")
        #expect(object.header("ETag").map { $0.replacing("\"", with: "&quot;") } == tag || object.header("ETag") == tag)
        #expect(tag?.contains("-1") == true)
        #expect(await s3.get("/pics?list-type=2&prefix=big").element("ETag") == tag)
    }

    @Test func tagsAndCopiesAreWritten() async throws {
        do {
            let s3 = try server()
            let tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>"
            #expect(await s3.put("/pics/photo.jpg?tagging", tags).status == 200)
            #expect(await s3.put("/pics/copy", "", [("x-amz-copy-source", "/pics/photo.jpg")]).status == 200)
            #expect(text("s3/pics/photo.jpg") == "0123456789")
        }
        let s3 = try server()
        #expect(await s3.get("/pics/photo.jpg?tagging").element("Value") == "v")
        let copy = await s3.get("/pics/copy")
        #expect(copy.text == "0123456789" && copy.header("Content-Type") == "image/jpeg" && copy.header("x-amz-tagging-count") == "1")
    }

    @Test func bucketsAreFolders() async throws {
        do {
            let s3 = try server(auth: .off)
            #expect(await s3.put("/new-bucket").status == 200)
            #expect(await s3.put("/new-bucket/a", "x").status == 200)
            #expect(await s3.delete("/new-bucket").code == "BucketNotEmpty")
            #expect(await s3.put("/gone").status == 200)
            #expect(await s3.put("/gone/a/b", "x").status == 200)
            #expect(await s3.delete("/gone/a/b").status == 204)
            #expect(await s3.delete("/gone").status == 204)
        }
        let s3 = try server(auth: .off)
        #expect(await s3.get("/").elements("Name").filter { $0 != "understudy" }.contains("new-bucket"))
        #expect(await s3.get("/gone").code == "NoSuchBucket")
        #expect(await s3.get("/new-bucket/a").text == "x")
    }

    /// Every kind of key that a file cannot have, one beside the other.
    @Test(arguments: [false, true]) func everyKeyIsThereAfterARestart(backwards: Bool) async throws {
        var keys = ["a", "a/b", "a/b/c", "a//b", "x/", "..%2Fup", ".", "%2E%2E", "%25!a", "m.meta.json", "m", ".gitkeep", "%C3%A9", "%01"]
        keys += ["m.meta.json/x", ".meta.json/x", String(repeating: "l", count: 1_024)]
        if backwards { keys.reverse() }
        do {
            let s3 = try server()
            for key in keys { #expect(await s3.put("/pics/\(key)", key).status == 200, "\(key)") }
            for key in keys { #expect(await s3.get("/pics/\(key)").text == key, "\(key)") }
        }
        do {
            let s3 = try server()
            for key in keys { #expect(await s3.get("/pics/\(key)").text == key, "\(key)") }
            #expect(await s3.get("/pics?list-type=2&encoding-type=url").elements("Key").count == keys.count + 1)
            for key in keys { #expect(await s3.delete("/pics/\(key)").status == 204, "\(key)") }
        }
        #expect(files(descriptions: true) == ["pics/photo.jpg"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s3"], "nothing outside of the folder")
    }

    @Test func privateBucketsStayPrivate() async throws {
        let maker = LinkMaker(accessKey: "test", secret: "secret")
        func link(_ s3: S3Fixture, _ method: String, _ key: String) -> String {
            let now = s3.now.withLock { $0.secondsSinceEpoch }
            let base = "http://127.0.0.1:9000"
            return String(
                maker.link(method, baseURL: base, bucket: "mine", key: Array(key.utf8), expires: 60, now: now, .rotating(number: "1"))
                    .dropFirst(base.count))
        }
        do {
            let s3 = try server(auth: .strict)
            #expect(await s3.put(link(s3, "PUT", "")).status == 200)
            #expect(await s3.put(link(s3, "PUT", "a"), "x").status == 200)
            let open = maker.link(
                "PUT", baseURL: "http://127.0.0.1:9000", bucket: "mine", key: Array("open".utf8), expires: 60,
                now: s3.now.withLock { $0.secondsSinceEpoch }, .rotating(number: "2"), parameters: [("x-amz-acl", "public-read")])
            #expect(await s3.put(String(open.dropFirst("http://127.0.0.1:9000".count)), "x").status == 200)
            #expect(await s3.get("/mine/open").text == "x")
        }
        let s3 = try server(auth: .strict)
        #expect(await s3.get("/mine/a").code == "AccessDenied")
        #expect(await s3.get(link(s3, "GET", "a")).text == "x")
        #expect(await s3.get(link(s3, "GET", "open") + "&acl").code == "SignatureDoesNotMatch")
        for key in ["a", "open", ""] { #expect(await s3.delete(link(s3, "DELETE", key)).status == 204) }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/s3/mine"))
    }

    /// The file has it then, in place of the session.
    @Test func whoHasWrittenAnObjectIsKept() async throws {
        let maker = LinkMaker(accessKey: "test", secret: "secret")
        let s3 = try server(auth: .strict)
        func link(_ key: String, _ number: String, _ parameters: [(name: String, value: String)] = []) -> String {
            let (now, base) = (s3.now.withLock { $0.secondsSinceEpoch }, "http://127.0.0.1:9000")
            let link = maker.link(
                "PUT", baseURL: base, bucket: "mine", key: Array(key.utf8), expires: 60, now: now, .rotating(number: number),
                parameters: parameters)
            return String(link.dropFirst(base.count))
        }
        #expect(await s3.put(link("", "1", [("x-amz-acl", "public-read-write")])).status == 200)
        #expect(await s3.put(link("own", "2"), "own").status == 200)
        #expect(await s3.put("/mine/new", "1").status == 200)
        #expect(text("s3/mine/new") == "1")
        #expect(await s3.delete("/mine/new").status == 204)
        #expect(await s3.delete("/mine/own").code == "AccessDenied")
        #expect(text("s3/mine/own") == "own")
    }

    // MARK: What stays in memory

    @Test func theNewestVersionIsTheFile() async throws {
        do {
            let s3 = try server()
            let enabled = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
            #expect(await s3.put("/pics?versioning", enabled).status == 200)
            let first = try #require(await s3.put("/pics/photo.jpg", "first").header("x-amz-version-id"))
            let second = try #require(await s3.put("/pics/photo.jpg", "second").header("x-amz-version-id"))
            #expect(text("s3/pics/photo.jpg") == "second")
            #expect(await s3.get("/pics/photo.jpg?versionId=\(first)").text == "first")
            #expect(await s3.get("/pics/photo.jpg?versionId=null").text == "0123456789", "the file that it was")
            #expect(await s3.delete("/pics/photo.jpg?versionId=\(second)").status == 204)
            #expect(text("s3/pics/photo.jpg") == "first")
            let marker = await s3.delete("/pics/photo.jpg")
            #expect(text("s3/pics/photo.jpg") == nil)
            #expect(await s3.get("/pics/photo.jpg").code == "NoSuchKey")
            #expect(await s3.get("/pics?versions").elements("VersionId").count == 3)
            #expect(await s3.delete("/pics/photo.jpg?versionId=\(marker.header("x-amz-version-id") ?? "")").status == 204)
            #expect(await s3.get("/pics/photo.jpg").text == "first")
        }
        #expect(await (try server()).get("/pics/photo.jpg").text == "first")
    }

    @Test func otherSessionsWriteNothing() async throws {
        let s3 = try server()
        let other = s3.service.newLayer()
        #expect(await s3.put("/pics/a", "x", in: other).status == 200)
        #expect(files() == ["pics/photo.jpg"])
        #expect(await s3.get("/pics/a").code == "NoSuchKey")
        #expect(await s3.put("/pics/a", "own").status == 200)
        #expect(await s3.get("/pics/a", in: other).text == "x")
        #expect(await s3.get("/pics/a", in: s3.service.newLayer()).text == "own")
    }

    /// To ask for what was deleted is no mistake.
    @Test func whatWasDeletedIsRemembered() async throws {
        let s3 = try server()
        func isMiss(_ method: String, _ target: String) -> Bool {
            let request = Request(method: method, target: target, headers: [("Host", "127.0.0.1:9000")])
            return s3.service.absence(for: request, in: S3Session(layer: s3.layer, now: s3.now.withLock { $0 })) != nil
        }
        #expect(await s3.put("/pics/new", "x").status == 200)
        for key in ["photo.jpg", "new"] {
            #expect(await s3.delete("/pics/\(key)").status == 204)
            #expect(await s3.get("/pics/\(key)").status == 404)
            #expect(!isMiss("GET", "/pics/\(key)"), "\(key)")
        }
        #expect(isMiss("GET", "/pics/never"))
        #expect(await s3.put("/mine").status == 200)
        #expect(await s3.delete("/mine").status == 204)
        #expect(!isMiss("GET", "/mine/a"))
        #expect(isMiss("GET", "/nobodys/a"))
    }

    // MARK: Long bodies

    func upload(_ bytes: [UInt8], to s3: S3Fixture, _ target: String) async throws -> WirePlan {
        let session = S3Session(layer: s3.layer, now: s3.now.withLock { $0 })
        let request = Request(
            method: "PUT", target: target, headers: [("Host", "127.0.0.1:9000"), ("Content-Length", "\(bytes.count)")])
        let upload = s3.service.upload(for: request, in: session)
        for start in stride(from: 0, to: bytes.count, by: 60_000) {
            _ = upload.take(Array(bytes[start..<min(start + 60_000, bytes.count)])) {}
        }
        await withCheckedContinuation { continuation in upload.finish { _ in continuation.resume() } }
        return s3.service.respond(to: request, with: upload, in: session)
    }

    @Test func aLongBodyIsThere() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        do {
            let s3 = try server()
            #expect(try await upload(bytes, to: s3, "/pics/long").response.status == 200)
            #expect(try await upload(bytes.reversed(), to: s3, "/pics/photo.jpg").response.status == 200)
            #expect(s3.layer.ledger.used == 0, "the folder has it")
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/s3/pics/long")[.posixPermissions] as? Int
            let other = try FileManager.default.attributesOfItem(atPath: folder.path + "/s3/pics/long.meta.json")[.posixPermissions] as? Int
            #expect(mode == other, "as any other file")
        }
        _ = try server()
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/s3/pics/long"))) == bytes)
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/s3/pics/photo.jpg"))) == bytes.reversed())
        #expect(try folder.names("s3") == ["pics"], "nothing is left beside the buckets")
    }

    /// It is written once: the file without a name gets one.
    @Test func aLongBodyIsNotWrittenAgain() async throws {
        let s3 = try server()
        let writer = try #require(s3.layer.writer)
        let file = try SpooledFile(directory: writer.spoolFolder.path, mode: 0o666)
        try file.append(Array("0123456789".utf8).span)
        let content = ObjectContent.held(HeldContent(.spooled(file), nil))
        let copy = try writer.stage(content, modified: 1_700_000_000)
        #expect(text(copy.path.text) == "0123456789")
        let shared = try writer.stage(content, modified: 1_700_000_000, sharing: true)
        #expect(shared.stamp.size == 10 && shared.stamp.modified == 1_700_000_000)
        try file.append(Array("!".utf8).span)
        #expect(text(copy.path.text) == "0123456789")
        #expect(text(shared.path.text) == "0123456789!", "the same file")
    }

    @Test func anOlderVersionIsNotTheFile() async throws {
        let s3 = try server()
        let enabled = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        #expect(await s3.put("/pics?versioning", enabled).status == 200)
        let bytes = [UInt8](repeating: 1, count: 200_000)
        #expect(try await upload(bytes, to: s3, "/pics/long").response.status == 200)
        let handle = try #require(FileHandle(forUpdatingAtPath: folder.path + "/s3/pics/long"))
        try handle.write(contentsOf: Data("changed by hand".utf8))
        try handle.close()
        let version = try #require(await s3.head("/pics/long").header("x-amz-version-id"))
        #expect(await s3.get("/pics/long?versionId=\(version)").text == String(decoding: bytes, as: UTF8.self))
    }
}
