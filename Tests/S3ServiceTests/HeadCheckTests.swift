import HTTPMessage
import S3Dialect
import Synchronization
import TestSupport
import Testing

@testable import S3Service

/// What is decided before a client sends the body.
@Suite struct HeadCheckTests {
    /// - Parameter isInChunks: whether the length is that of an aws-chunked body in HTTP's chunks.
    private func upload(
        _ s3: S3Fixture, _ target: String, _ fields: HeaderFields = [], bytes: Int = 10, isInChunks: Bool = false
    ) -> S3Upload {
        var headers: HeaderFields = [("Host", "127.0.0.1:9000")]
        if isInChunks {
            headers.append(name: "Transfer-Encoding", value: "chunked")
            headers.append(name: "x-amz-content-sha256", value: "STREAMING-UNSIGNED-PAYLOAD-TRAILER")
        }
        headers.append(name: isInChunks ? "x-amz-decoded-content-length" : "Content-Length", value: String(bytes))
        headers.append(contentsOf: fields)
        let method = target.contains("?delete") || target.contains("?uploadId") ? "POST" : "PUT"
        return s3.service.upload(
            for: Request(method: method, target: target, headers: headers), in: S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
    }

    private func code(_ upload: S3Upload) -> String? { upload.refusal?.code }

    @Test func aRequestWithoutAKeyIsRefusedOnItsHead() async throws {
        let settings = S3Settings(auth: .strict, keys: [(accessKey: "test", secretKey: "secret")])
        let s3 = try S3Fixture(settings: settings)
        #expect(code(upload(s3, "/pics/a")) == "AccessDenied")
        #expect(code(upload(s3, "/none/a")) == "NoSuchBucket")
        #expect(upload(s3, "/pics?delete").isRefused == false, "each delete is")
        #expect(code(upload(s3, "/none?delete")) == "NoSuchBucket")
        let open = try S3Fixture(
            settings: S3Settings(auth: .strict, keys: [(accessKey: "test", secretKey: "secret")], anonymous: .write))
        #expect(upload(open, "/pics/a").isRefused == false)
    }

    @Test func aTargetThatIsNoURIIsRefusedOnTheHead() throws {
        let s3 = try S3Fixture()
        #expect(code(upload(s3, "/pics/%zz")) == "InvalidURI")
        #expect(code(upload(s3, "/pics/%4")) == "InvalidURI")
    }

    @Test func missingBucketsAndConditionsAreRefusedOnTheHead() throws {
        let s3 = try S3Fixture()
        #expect(code(upload(s3, "/none/a")) == "NoSuchBucket")
        #expect(code(upload(s3, "/none?tagging")) == "NoSuchBucket")
        #expect(code(upload(s3, "/NOT_A_BUCKET")) == "InvalidBucketName")
        #expect(code(upload(s3, "/pics/photo.jpg", [("If-None-Match", "*")])) == "PreconditionFailed")
        #expect(upload(s3, "/pics/photo.jpg").isRefused == false)
    }

    @Test func whatIsMissingIsToldBeforeWhatIsMalformed() async throws {
        let s3 = try S3Fixture()
        let id = try #require(await s3.post("/pics/a?uploads").element("UploadId"))
        for (name, expected) in [
            ("Content-MD5", "InvalidDigest"), ("x-amz-checksum-crc32", "InvalidRequest"),
            ("x-amz-server-side-encryption-customer-key", "InvalidArgument"),
        ] {
            let fields = HeaderFields([HeaderFields.Field(name, "x")])
            for (target, expected) in [
                ("/pics/a?partNumber=1&uploadId=none", "NoSuchUpload"), ("/pics/a?partNumber=1&uploadId=\(id)", expected),
                ("/none/a", "NoSuchBucket"), ("/pics/b", expected),
            ] {
                for isInChunks in [false, true] {
                    #expect(code(upload(s3, target, fields, bytes: 1, isInChunks: isInChunks)) == expected, "\(target), \(name)")
                }
                // A body that the wire has kept is no other.
                #expect(await s3.put(target, "x", fields).code == expected, "\(target), \(name)")
            }
        }
    }

    @Test func whatIsKeptIsRefusedInTheSameOrder() async throws {
        let s3 = try S3Fixture()
        let id = try #require(await s3.post("/pics/a?uploads").element("UploadId"))
        let fields: HeaderFields = [("Content-MD5", "x"), ("If-None-Match", "*")]
        for (id, expected) in [("none", "NoSuchUpload"), (id, "InvalidDigest")] {
            #expect(code(upload(s3, "/pics/a?uploadId=\(id)", fields)) == expected)
            #expect(await s3.post("/pics/a?uploadId=\(id)", "x", fields).code == expected)
        }
        #expect(code(upload(s3, "/pics/photo.jpg", fields)) == "InvalidDigest")
        #expect(await s3.put("/pics/photo.jpg", "x", fields).code == "InvalidDigest")
    }

    @Test func theLargestObjectIsAccepted() throws {
        let s3 = try S3Fixture(settings: S3Settings(maximumBytes: 6 << 30))
        #expect(upload(s3, "/pics/a", bytes: 5 << 30).isRefused == false)
        #expect(code(upload(s3, "/pics/a", bytes: 5 << 30 + 1)) == "EntityTooLarge")
    }

    @Test func roomIsReservedByTheHead() throws {
        let s3 = try S3Fixture(settings: S3Settings(maximumBytes: 100))
        #expect(code(upload(s3, "/pics/a", bytes: 101)) == "QuotaExceeded")
        var first: S3Upload? = upload(s3, "/pics/a", bytes: 60)
        #expect(first?.isRefused == false)
        #expect(code(upload(s3, "/pics/b", bytes: 60)) == "QuotaExceeded")
        #expect(s3.layer.ledger.used == 60)
        first = nil
        #expect(upload(s3, "/pics/b", bytes: 60).isRefused == false)
        #expect(s3.layer.ledger.used == 0, "as soon as nobody has the upload any more")
    }
}
