import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct UploadHeadTests {
    private func head(_ fields: HeaderFields) throws(S3Error) -> UploadHead {
        try UploadHead(Request(method: "PUT", target: "/b/k?x-amz-checksum-crc32=AAAAAA%3D%3D", headers: fields))
    }

    private let hello = Array("hello world".utf8)

    @Test func checksumsComeFromFieldsOnly() throws {
        #expect(try head([]).algorithm == nil)
        let head = try head([
            ("Content-Length", "11"), ("X-Amz-Checksum-Crc32", "DUoRhQ=="), ("x-amz-sdk-checksum-algorithm", "CRC32"),
            ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww=="),
        ])
        #expect(head.checksum == Checksum.of(hello, .crc32))
        #expect(head.length == 11)
        #expect(head.md5?.count == 16)
        #expect(head.form == .unsigned)
    }

    private static let malformed: [(fields: HeaderFields, code: String)] = [
        ([("Content-MD5", "nonsense")], "InvalidDigest"), ([("Content-MD5", "AAAA")], "InvalidDigest"),
        ([("x-amz-checksum-crc32", "AAAAAA==-2")], "InvalidRequest"), ([("x-amz-checksum-sha256", "AAAAAA==")], "InvalidRequest"),
        ([("x-amz-checksum-crc32", "AAAAAA=="), ("x-amz-checksum-crc32c", "AAAAAA==")], "InvalidRequest"),
        ([("x-amz-checksum-crc32", "AAAAAA=="), ("x-amz-trailer", "x-amz-checksum-crc32")], "InvalidRequest"),
        ([("x-amz-trailer", "x-amz-meta-a")], "InvalidRequest"), ([("x-amz-sdk-checksum-algorithm", "CRC32")], "InvalidRequest"),
        ([("x-amz-sdk-checksum-algorithm", "CRC32"), ("x-amz-checksum-sha1", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=")], "InvalidRequest"),
        ([("x-amz-sdk-checksum-algorithm", "MD4"), ("x-amz-checksum-crc32", "AAAAAA==")], "InvalidRequest"),
        ([("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER")], "MissingContentLength"),
        ([("x-amz-content-sha256", "nonsense")], "InvalidArgument"),
        ([("x-amz-content-sha256", "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD")], "NotImplemented"),
        ([("Content-Length", "5368709121")], "EntityTooLarge"), ([("Content-Length", "99999999999999999999")], "EntityTooLarge"),
        ([("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "a")], "MissingContentLength"),
        ([("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "-1")], "MissingContentLength"),
        ([("Content-Length", "abc")], "InvalidArgument"),
    ]

    @Test(arguments: malformed) func malformedHeadIsRefused(fields: HeaderFields, code: String) {
        #expect(#expect(throws: S3Error.self) { try head(fields) }?.code == code)
    }

    @Test func severalChecksumsAreToldBeforeTheirValues() {
        let error = #expect(throws: S3Error.self) { try head([("x-amz-checksum-sha256", "x"), ("x-amz-checksum-crc32", "y")]) }
        #expect(error?.message == "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.")
    }

    private func digest(_ fields: HeaderFields, trailer: Checksum? = nil) throws(S3Error) -> UploadDigests.Result {
        var digests = UploadDigests(try head(fields))
        digests.update(Array(hello[..<4]).span)
        digests.update(Array(hello[4...]).span)
        return try digests.finish(trailer: trailer)
    }

    @Test func whatComesIsCompared() throws {
        let result = try digest([
            ("Content-Length", "11"), ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww=="), ("x-amz-checksum-crc32", "DUoRhQ=="),
            ("x-amz-content-sha256", "B94D27B9934D3E08A52E52D7DA7DABFAC484EFE37A5380EE9088F7ACE2EFCDE9"),
        ])
        #expect(result.checksum.text == "DUoRhQ==")
        #expect(try digest([]).checksum == Checksum.of(hello, .crc64nvme))
        #expect(try digest(Self.streamed("sha1")).checksum.algorithm == .sha1)
    }

    private static func streamed(_ algorithm: String) -> HeaderFields {
        [
            ("x-amz-trailer", "x-amz-checksum-\(algorithm)"), ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"),
            ("x-amz-decoded-content-length", "11"),
        ]
    }

    @Test(arguments: [
        ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww==", "AAAAAAAAAAAAAAAAAAAAAA==", "InvalidDigest"),
        ("x-amz-content-sha256", "UNSIGNED-PAYLOAD", "\(String(repeating: "0", count: 64))", "InvalidArgument"),
        ("Content-Length", "11", "12", "InvalidArgument"),
    ])
    func twoValuesContradict(name: String, first: String, second: String, code: String) throws {
        for values in [(first, second), (second, first)] {
            #expect(#expect(throws: S3Error.self) { try head([(name, values.0), (name, values.1)]) }?.code == code)
        }
        #expect(try head([(name, first), (name, first)]) == head([(name, first)]))
    }

    @Test(arguments: [nil, "UNSIGNED-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", String(repeating: "0", count: 64)])
    func onlyABodyWithRoomForATrailerHasOne(form: String?) {
        let form: HeaderFields = form.map { [("x-amz-content-sha256", $0)] } ?? []
        let fields = Array(form) + [.init("x-amz-decoded-content-length", "11"), .init("x-amz-trailer", "x-amz-checksum-crc32")]
        #expect(#expect(throws: S3Error.self) { try head(HeaderFields(fields)) }?.code == "InvalidRequest")
    }

    @Test func differencesAreRefused() {
        func code(_ fields: HeaderFields, _ trailer: Checksum? = nil) -> String? {
            do throws(S3Error) { _ = try digest(fields, trailer: trailer) } catch { return error.code }
            return nil
        }
        #expect(code([("Content-Length", "12")]) == "IncompleteBody")
        #expect(code([("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==")]) == "BadDigest")
        #expect(code([("x-amz-checksum-crc32", "AAAAAA==")]) == "BadDigest")
        #expect(code(Self.streamed("crc32"), Checksum.of([], .crc32)) == "BadDigest")
        #expect(
            code([("x-amz-content-sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")])
                == "XAmzContentSHA256Mismatch")
    }

    /// A checksum does not count there; what stands for the body in the signature does.
    @Test func theQueryOfALinkMayNameTheDigestOfTheBody() throws {
        let digest = String(repeating: "0a", count: 32)
        let query = "/b/k?X-Amz-Content-Sha256=\(digest)&x-amz-checksum-foo=AAAA"
        #expect(try UploadHead(Request(method: "PUT", target: query)).form == .digest(digest))
        let both = Request(method: "PUT", target: query, headers: [("x-amz-content-sha256", "UNSIGNED-PAYLOAD")])
        #expect(try UploadHead(both).form == .digest(digest), "what is signed")
    }

    @Test(arguments: [
        ("x-amz-checksum-foo", "InvalidRequest"), ("X-Amz-Checksum-XXHash3", "NotImplemented"),
        ("x-amz-checksum-sha512", "InvalidRequest"), ("x-amz-checksum-mode", nil), ("x-amz-checksum-type", nil),
    ])
    func aChecksumThatCannotBeVerifiedIsRefused(field: String, code: String?) {
        do throws(S3Error) {
            _ = try head([(field, "AAAA")])
            #expect(code == nil)
        } catch { #expect(error.code == code) }
    }
}
