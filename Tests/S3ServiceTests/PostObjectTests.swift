import HTTPMessage
import S3Dialect
import Synchronization
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

    @Test func signedFormIsStored() async {
        let answer = await send(form("in/${filename}", fields: [("Content-Type", "text/plain"), ("x-amz-meta-a", "1")]))
        #expect(answer.status == 204)
        #expect(answer.header("Location") == "http://127.0.0.1:9000/pics/in%2Ff.txt")
        #expect(answer.header("x-amz-server-side-encryption") == "AES256")
        let object = await s3.get("/pics/in/f.txt")
        #expect(object.text == "content")
        #expect(object.header("ETag") == answer.header("ETag"))
        #expect(object.header("Content-Type") == "text/plain")
        #expect(object.header("x-amz-meta-a") == "1")
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

    @Test func successIsWhatTheFormWants() async {
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

    @Test func tagsAreADocument() async {
        let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"
        #expect(await send(form("a", fields: [("tagging", tags)])).status == 204)
        #expect(await s3.get("/pics/a").header("x-amz-tagging-count") == "1")
    }
}
