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
    ])
    func scriptedErrorHasNoEmptyElement(code: String, target: String, details: [String: String]) {
        let request = Request(target: target, headers: [("Host", "127.0.0.1:9000")])
        let error = S3Error.scripted(code, message: nil, status: nil, for: request, baseDomains: [])
        #expect(Dictionary(uniqueKeysWithValues: error.details.map { ($0.name, $0.value) }) == details)
        #expect(error.status == S3ErrorCode(rawValue: code)?.status)
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
