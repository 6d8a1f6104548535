import HTTPMessage
import S3Dialect
import Synchronization
import TestSupport
import Testing

@testable import S3Service

/// Upload forms.
@Suite struct PostObjectTests {
    private let s3: S3Fixture
    private let maker = LinkMaker(accessKey: "test", secret: "secret")

    init() throws {
        s3 = try S3Fixture(settings: S3Settings(auth: .strict, keys: [(accessKey: "test", secretKey: "secret")]))
    }

    private func send(
        _ fields: [(name: String, value: String)], _ file: String? = "content", to bucket: String = "pics", through other: S3Fixture? = nil
    ) async -> S3Answer {
        var body = fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n" }.joined()
        if let file { body += "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\n\r\n\(file)\r\n" }
        return await (other ?? s3).post("/\(bucket)", body + "--x--\r\n", [("Content-Type", "multipart/form-data; boundary=x")])
    }

    private func form(
        _ key: String, sizes: ClosedRange<Int>? = nil, fields: [(name: String, value: String)] = []
    ) -> [(name: String, value: String)] {
        let now = s3.now.withLock { $0.secondsSinceEpoch }
        return maker.form(baseURL: "http://127.0.0.1:9000", bucket: "pics", key: key, expires: 60, now: now, sizes: sizes, fields: fields)
            .fields
    }

    /// What an upload knows of a form when its body is complete.
    private func read(_ fields: [(name: String, value: String)], file length: Int) -> S3Upload {
        let head =
            fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n" }.joined()
            + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\n\r\n"
        let bytes = Array(head.utf8) + [UInt8](repeating: 97, count: length) + Array("\r\n--x--\r\n".utf8)
        let request = Request(
            method: "POST", target: "/pics",
            headers: [
                ("Host", "127.0.0.1:9000"), ("Content-Length", String(bytes.count)), ("Content-Type", "multipart/form-data; boundary=x"),
            ])
        let upload = s3.service.upload(for: request, in: S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
        let bell = Bell()
        let wakes = Mutex(0)
        let isFinished = Mutex(false)
        for start in stride(from: 0, to: bytes.count, by: 50_000) {
            let before = wakes.withLock { $0 }
            let step = upload.take(Array(bytes[start..<min(bytes.count, start + 50_000)])) {
                wakes.withLock { $0 += 1 }
                bell.ring()
            }
            if step == .pause { #expect(bell.wait { wakes.withLock { $0 } > before }) }
            if step == .enough { break }
        }
        upload.finish { _ in
            isFinished.withLock { $0 = true }
            bell.ring()
        }
        #expect(bell.wait { isFinished.withLock { $0 } })
        return upload
    }

    @Test(arguments: [5, 60_000, 70_000, 700_000]) func theFieldsAreKnownWhateverTheLengthOfTheFile(length: Int) {
        let upload = read(form("in/${filename}"), file: length)
        #expect(!upload.isRefused)
        #expect(upload.form?.key == "in/f.txt")
        #expect(upload.form?.signer?.accessKey == "test")
        #expect(upload.form?.signer?.way == .formV4)
    }

    @Test(arguments: [5, 700_000]) func theFieldsOfARefusedFormAreKnown(length: Int) {
        for upload in [read([("key", "a")], file: length), read(form("a", sizes: 6...7), file: length)] {
            #expect(upload.isRefused)
            #expect(upload.form?.key == "a")
        }
        #expect(read([], file: length).form?.key == nil)
    }

    @Test func signedFormIsStored() async {
        let answer = await send(form("in/${filename}", fields: [("Content-Type", "text/plain"), ("x-amz-meta-a", "1")]))
        #expect(answer.status == 204)
        #expect(answer.header("Location") == "http://127.0.0.1:9000/pics/in%2Ff.txt")
        #expect(answer.header("x-amz-server-side-encryption") == "AES256")
        #expect(answer.header("x-amz-checksum-crc64nvme") != nil)
        #expect(answer.header("x-amz-checksum-type") == "FULL_OBJECT")
        let object = await s3.get("/pics/in/f.txt")
        #expect(object.text == "content")
        #expect(object.header("ETag") == answer.header("ETag"))
        #expect(object.header("Content-Type") == "text/plain")
        #expect(object.header("x-amz-meta-a") == "1")
    }

    /// Encoded words are decoded in header fields only.
    @Test func whatNoHeaderFieldCanHaveIsEncodedOrLeftOut() async {
        let answer = await send(
            form(
                "a",
                fields: [
                    ("x-amz-meta-evil", "ok\r\nX-Evil: 1"), ("x-amz-meta-control", "\0\u{1}\u{2}\u{3}\u{4}"),
                    ("x-amz-meta-word", "=?UTF-8?Q?ascii?="), ("Cache-Control", "ok\r\nX-Evil: 1"), ("Content-Language", "\0\u{7F}\n"),
                    ("Content-Disposition", "a_\u{2014}_\u{E9}\n"), ("Content-Type", "text/plain\nX-Evil: 1"),
                ]))
        #expect(answer.status == 204)
        let object = await s3.get("/pics/a")
        #expect(object.header("x-amz-meta-evil") == "=?UTF-8?Q?ok=0D=0AX-Evil:_1?=")
        #expect(object.header("x-amz-meta-control") == "=?UTF-8?B?AAECAwQ=?=")
        #expect(object.header("x-amz-meta-word") == "=?UTF-8?Q?ascii?=")
        #expect(object.header("Cache-Control") == "ok  X-Evil: 1")
        #expect(object.header("Content-Language") == nil)
        #expect(object.header("Content-Disposition") == "a_ _\u{E9}")
        #expect(object.header("Content-Type") == "text/plain X-Evil: 1")
        #expect(object.fields.allSatisfy { field in !(field.name + field.value).utf8.contains { $0 < 0x20 || $0 == 0x7F } })
    }

    @Test func formsThatNoResponseCanRepeatAreRefused() async throws {
        let other = try S3Fixture(settings: S3Settings(auth: .off))
        for name in ["x-amz-meta-a: b", "x-amz-meta-\u{1}", "x-amz-meta-\u{E9}"] {
            #expect(await send([("key", "a"), (name, "1")], through: other).code == "InvalidArgument", "\(name.debugDescription)")
        }
        let redirect = await send([("key", "a"), ("x-amz-website-redirect-location", "/a\r\nX-Evil: 1")], through: other)
        #expect(redirect.code == "InvalidArgument")
    }

    @Test func aFileWithoutANameLeavesItsPlaceInTheKey() async throws {
        let other = try S3Fixture(settings: S3Settings(auth: .off))
        let file = "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nabc\r\n--x--\r\n"
        let key = "--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nfile-${filename}\r\n"
        #expect(await other.post("/pics", key + file, [("Content-Type", "multipart/form-data; boundary=x")]).status == 204)
        #expect(await other.get("/pics/file-$%7Bfilename%7D").text == "abc")
    }

    @Test func policyIsChecked() async {
        #expect(await send(form("a", sizes: 1...3)).code == "EntityTooLarge")
        #expect(await send(form("a", sizes: 10...20)).code == "EntityTooSmall")
        #expect(await send(form("a") + [("acl", "public-read")]).code == "AccessDenied")
        #expect(await send(form("a").map { ($0.name, $0.name == "key" ? "b" : $0.value) }).code == "AccessDenied")
        #expect(await send(form("a").map { ($0.name, $0.name == "x-amz-signature" ? "0" : $0.value) }).code == "SignatureDoesNotMatch")
        let form = form("a")
        s3.now.withLock { $0.secondsSinceEpoch += 60 }
        #expect(await send(form).element("Message") == "Invalid according to Policy: Policy expired.")
        #expect(await s3.get("/pics/a").code == "NoSuchKey")
    }

    /// Where nothing is asked of a request, a policy says nothing. It is one nevertheless.
    @Test func policyCountsOnlyWhereSomethingIsAsked() async throws {
        let old = form("a", sizes: 1...3)
        s3.now.withLock { $0.secondsSinceEpoch += 60 }
        for (mode, code) in [(AuthenticationMode.off, nil), (.expiry, "AccessDenied")] {
            let other = try S3Fixture(settings: S3Settings(auth: mode))
            other.now.withLock { $0 = s3.now.withLock { $0 } }
            #expect(await send(old + [("x-amz-meta-a", "1")], through: other).code == code)
            #expect(await send([("key", "a"), ("policy", "e30=")], through: other).code == "InvalidPolicyDocument")
        }
    }

    @Test func formWithoutAKeyNeedsARight() async {
        #expect(await send([("key", "a")]).code == "AccessDenied")
        #expect(await s3.get("/pics/a").code == "NoSuchKey")
    }

    @Test func theFormChoosesTheResponseToSuccess() async {
        for (status, expected) in [("200", 200), ("201", 201), ("204", 204), ("404", 204)] {
            let answer = await send(form("a b", fields: [("success_action_status", status)]))
            #expect(answer.status == expected)
            #expect(answer.element("Key") == (expected == 201 ? "a b" : nil))
        }
        let answer = await send(form("a b", fields: [("success_action_redirect", "http://example.test/done")]))
        #expect(answer.status == 303)
        #expect(answer.header("Location")?.hasPrefix("http://example.test/done?bucket=pics&key=a%20b&etag=%22") == true)
        let route = await send(form("a", fields: [("success_action_redirect", "http://example.test/z?q=1#/done?a")]))
        #expect(route.header("Location")?.hasPrefix("http://example.test/z?q=1&bucket=pics&key=a&etag=%22") == true)
        #expect(route.header("Location")?.hasSuffix("%22#/done?a") == true)
        for target in ["nowhere", "http://example.test/a b", "http://example.test/\u{E9}", "ftp://example.test/"] {
            let answer = await send(form("a", fields: [("success_action_redirect", target)]))
            #expect(answer.status == 204, "\(target)")
            #expect(answer.header("Location")?.hasPrefix(target) != true, "\(target)")
        }
    }

    @Test func malformedFormsAreRefused() async {
        #expect(await send(form("a"), nil).code == "InvalidArgument")
        #expect(await send([("acl", "private")]).code == "InvalidArgument")
        #expect(await s3.post("/pics", "x", [("Content-Type", "text/plain")]).code == "PreconditionFailed")
        #expect(await s3.post("/pics", "x", [("Content-Type", "multipart/form-data; boundary=x")]).code == "MalformedPOSTRequest")
        #expect(await send(form("a"), to: "none").code == "NoSuchBucket")
        #expect(await send(form("a", fields: [("x-amz-checksum-crc32", "AAAAAA==")])).code == "BadDigest")
        #expect(await s3.get("/pics/a").code == "NoSuchKey")
    }

    @Test func allValuesOfAFieldAreChecked() async {
        let one = form("a", fields: [("x-amz-meta-u", "me")])
        #expect(await send(one + [("X-Amz-Meta-U", "admin")]).code == "AccessDenied")
        #expect(await s3.get("/pics/a").code == "NoSuchKey")
        let two = form("b", fields: [("x-amz-meta-tag", "Ninja,Stallman")]).filter { $0.name != "x-amz-meta-tag" }
        #expect(await send(two + [("x-amz-meta-tag", "Ninja"), ("x-amz-meta-tag", "Stallman")]).status == 204)
        #expect(await s3.get("/pics/b").header("x-amz-meta-tag") == "Ninja,Stallman")
    }

    @Test func anAlgorithmNeedsItsChecksum() async {
        let algorithm = (name: "x-amz-checksum-algorithm", value: "CRC32")
        let none = await send(form("a", fields: [algorithm]))
        #expect((none.status, none.code) == (400, "InvalidRequest"))
        let other = await send(form("a", fields: [algorithm, ("x-amz-checksum-crc32c", "AAAAAA==")]))
        #expect((other.status, other.code) == (400, "InvalidRequest"))
        #expect(await s3.get("/pics/a").code == "NoSuchKey")
        let crc = Checksum.of(Array("content".utf8), .crc32).text
        #expect(await send(form("a", fields: [algorithm, ("x-amz-checksum-crc32", crc)])).status == 204)
    }

    @Test func tagsAreADocument() async {
        let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"
        #expect(await send(form("a", fields: [("tagging", tags)])).status == 204)
        #expect(await s3.get("/pics/a").header("x-amz-tagging-count") == "1")
        let other = "<InvalidXmlTagging></InvalidXmlTagging>"
        #expect(await send(form("b", fields: [("tagging", other)])).status == 204)
        #expect(await s3.get("/pics/b").header("x-amz-tagging-count") == nil)
        #expect(await send(form("c", fields: [("tagging", "not-xml")])).code == "MalformedXML")
    }
}
