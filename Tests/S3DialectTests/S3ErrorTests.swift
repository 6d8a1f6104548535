import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct S3ErrorTests {
    @Test(arguments: S3ErrorCode.allCases) func everyCodeHasItsLine(code: S3ErrorCode) throws {
        let line = try #require(S3ErrorCode.table[code])
        #expect((300..<600).contains(line.status))
        #expect(!line.message.isEmpty && !line.message.contains("\n"))
    }

    @Test func documentIsThatOfS3() {
        let identity = RequestIdentity.next()
        let document = String(decoding: S3Error.noSuchKey("a&b").document(identity), as: UTF8.self)
        #expect(
            document == """
                <?xml version="1.0" encoding="UTF-8"?>
                <Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message><Key>a&amp;b</Key>\
                <RequestId>\(identity.requestID)</RequestId><HostId>\(RequestIdentity.hostID)</HostId></Error>
                """)
    }

    @Test func anotherCodeHasItsOwnStatusAndFields() {
        let error = S3Error(status: 418, code: "Teapot", message: "Short and stout", headers: [("Retry-After", "1")])
        let response = error.response(to: Request(target: "/b/k?x=1"), .next())
        #expect(response.status == 418)
        #expect(response.headers.first("Retry-After") == "1")
        #expect(response.headers.first("Content-Type") == "application/xml")
        guard case .bytes(let bytes) = response.body else { return #expect(Bool(false), "no body") }
        #expect(String(decoding: bytes, as: UTF8.self).contains("<Message>Short and stout</Message><RequestId>"))
    }

    /// What a stub's error says of the request; what the request does not have is left out.
    @Test(arguments: [
        ("InvalidPart", "/b/k?uploadId=u&partNumber=3", ["UploadId": "u", "PartNumber": "3"]),
        ("InvalidPart", "/b/k?uploadId=u", ["UploadId": "u"]),
        ("NoSuchUpload", "/b/k", [:]), ("NoSuchVersion", "/b/k", ["Key": "k"]), ("NotSignedUp", "/b/k", [:]),
        ("PermanentRedirect", "/b/k", ["Endpoint": "127.0.0.1:9000", "Bucket": "b"]),
        ("TemporaryRedirect", "/b/k", ["Endpoint": "127.0.0.1:9000", "Bucket": "b"]),
        ("AuthorizationHeaderMalformed", "/b/k", ["Region": "us-east-1"]), ("EntityTooLarge", "/b/k", ["MaxSizeAllowed": "5368709120"]),
        (
            "RequestTimeTooSkewed", "/b/k?X-Amz-Date=20260101T000000Z",
            ["RequestTime": "20260101T000000Z", "ServerTime": "1970-01-01T00:00:00Z", "MaxAllowedSkewMilliseconds": "900000"]
        ),
        ("InvalidPartNumber", "/b/k?partNumber=7", ["PartNumberRequested": "7"]),
        ("QuotaExceeded", "/b/k", [:]), ("ExpiredToken", "/b/k?X-Amz-Security-Token=t", ["Token-0": "t"]), ("ExpiredToken", "/b/k", [:]),
    ])
    func scriptedErrorHasNoEmptyElement(code: String, target: String, details: [String: String]) {
        let request = Request(target: target, headers: [("Host", "127.0.0.1:9000")])
        let error = S3Error.scripted(code, message: nil, status: nil, for: request, baseDomains: [], now: 0)
        #expect(Dictionary(uniqueKeysWithValues: error.details.map { ($0.name, $0.value) }) == details)
        #expect(error.status == S3ErrorCode(rawValue: code)?.status)
    }

    @Test(arguments: [
        ("EntityTooLarge", [("Content-Length", "80"), ("x-amz-decoded-content-length", "70")], "ProposedSize", "70"),
        ("EntityTooLarge", [("Content-Length", "80")], "ProposedSize", "80"),
        ("RequestTimeTooSkewed", [("x-amz-date", "20260101T000000Z")], "RequestTime", "20260101T000000Z"),
        ("RequestTimeTooSkewed", [("Date", "Thu, 01 Jan 2026 00:00:00 GMT")], "RequestTime", "20260101T000000Z"),
        (
            "RequestTimeTooSkewed", [("Date", "Thu, 01 Jan 2026 00:00:00 GMT"), ("Authorization", "AWS a:b")], "RequestTime",
            "Thu, 01 Jan 2026 00:00:00 GMT"
        ),
        ("InvalidDigest", [("Content-MD5", "x")], "Content-MD5", "x"), ("InvalidToken", [("x-amz-security-token", "t")], "Token-0", "t"),
        ("XAmzContentSHA256Mismatch", [("x-amz-content-sha256", "ab")], "ClientComputedContentSHA256", "ab"),
    ])
    func scriptedErrorRepeatsFieldsOfTheRequest(code: String, fields: [(String, String)], name: String, value: String) {
        let request = Request(method: "PUT", target: "/b/k", headers: HeaderFields(fields.map { HeaderFields.Field($0.0, $0.1) }))
        let error = S3Error.scripted(code, message: nil, status: nil, for: request, baseDomains: [], now: 0)
        #expect(error.details.first { $0.name == name }?.value == value)
    }

    /// Go's client follows a redirect as often as it comes.
    @Test(
        arguments: [
            ("/__session/a/b/k", "http://127.0.0.1:9000/__session/a/b/k?rk=1"), ("/b/k?x=%2F&y", "http://127.0.0.1:9000/b/k?x=%2F&y&rk=1"),
            ("/b/ü%20", "http://127.0.0.1:9000/b/%C3%BC%20?rk=1"), ("http://b.localhost/k", "http://b.localhost/k?rk=1"),
            ("https://b.localhost/k", "https://b.localhost/k?rk=1"),
            ("/b/k?rk=1", nil), ("/b/k?x=1&rk=", nil), ("/b/k#x", "http://127.0.0.1:9000/b/k%23x?rk=1"),
        ] as [(String, String?)])
    func aTemporaryRedirectLeadsOnceToTheRequestItself(target: String, location: String?) {
        var request = Request(target: target, headers: [("Host", "127.0.0.1:9000")])
        if target.hasPrefix("/__session") { request.takePrefix("/__session/a".utf8.count) }
        for code in ["TemporaryRedirect", "Redirect"] {
            let error = S3Error.scripted(code, message: nil, status: nil, for: request, baseDomains: [], now: 0)
            #expect(error.status == 307)
            #expect(error.headers.first("Location") == location)
            #expect(error.headers.first("x-amz-bucket-region") == "us-east-1")
        }
    }

    @Test func aPermanentRedirectHasNoLocation() {
        let request = Request(target: "/b/k", headers: [("Host", "127.0.0.1:9000")])
        let error = S3Error.scripted("PermanentRedirect", message: nil, status: nil, for: request, baseDomains: [], now: 0)
        #expect(error.headers.map(\.name) == ["x-amz-bucket-region"])
    }

    @Test func headHasNoBody() {
        let response = S3Error(.slowDown).response(to: Request(method: "HEAD", target: "/b/k"), .next())
        #expect(response.status == 503)
        guard case .empty = response.body else { return #expect(Bool(false), "a body") }
    }

    @Test func identitiesDiffer() {
        let names = Set((0..<1_000).map { _ in RequestIdentity.next().requestID })
        #expect(names.count == 1_000)
        #expect(names.allSatisfy { $0.utf8.count == 16 })
        let capitals = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        #expect(names.allSatisfy { $0.allSatisfy(capitals.contains) })
        let identity = RequestIdentity.next()
        #expect(identity.fields == [("x-amz-request-id", identity.requestID)])
        #expect(RequestIdentity.hostID.utf8.count == 76)
    }
}
