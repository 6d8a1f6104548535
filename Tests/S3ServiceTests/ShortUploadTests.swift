import FileStore
import HTTPMessage
import S3Dialect
import Synchronization
import TestSupport
import Testing

@testable import S3Service

/// Short bodies that the worker of the wire finishes itself, and what it leaves to the work pool.
@Suite struct ShortUploadTests {
    private final class FullQueue: WorkQueue {
        func submit(_ work: @escaping @Sendable () -> Void) -> Bool { false }
    }

    /// Uploads with a work pool that has no room.
    /// - Returns: the response; nil if the upload is left to the pool.
    private func put(_ s3: S3Fixture, _ target: String, _ fields: HeaderFields = [], bytes: Int) -> S3Answer? {
        var headers: HeaderFields = [("Host", "127.0.0.1:9000"), ("Content-Length", String(bytes))]
        headers.append(contentsOf: fields)
        var request = Request(method: "PUT", target: target, headers: headers)
        let session = S3Session(layer: s3.layer, now: s3.now.withLock { $0 })
        let upload = s3.service.upload(for: request, in: session)
        _ = upload.take([UInt8](repeating: 7, count: bytes)) {}
        guard let body = upload.finishQuickly() else {
            upload.abandoned()
            return nil
        }
        request.body = body
        return S3Answer(s3.service.respond(to: request, with: upload, in: session))
    }

    private func fixture(_ settings: S3Settings = S3Settings()) throws -> S3Fixture { try S3Fixture(settings: settings, work: FullQueue()) }

    @Test(arguments: [0, 1, 20_000, 32_768])
    func aShortBodyNeedsNoPool(length: Int) throws {
        let s3 = try fixture()
        #expect(put(s3, "/pics/new", bytes: length)?.status == 200)
        let view = BucketView(s3.service.objects, S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
        #expect(try view.bucket("pics").current(ObjectKey("new"))?.size == length)
    }

    @Test func aLongerBodyIsLeftToIt() throws {
        #expect(put(try fixture(), "/pics/new", bytes: 32_769) == nil)
    }

    @Test func aRefusedBodyIsRefusedAtOnce() throws {
        let s3 = try fixture()
        let answer = put(s3, "/pics/new", [("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==")], bytes: 10)
        #expect(answer?.code == "BadDigest")
        #expect(put(s3, "/none/new", bytes: 10)?.code == "NoSuchBucket")
        #expect(put(s3, "/none/new", bytes: 100_000)?.code == "NoSuchBucket")
    }

    @Test func whatIsWrittenIntoTheFolderIsLeftToIt() throws {
        var settings = S3Settings()
        settings.persists = true
        #expect(put(try fixture(settings), "/pics/new", bytes: 10) == nil)
    }

    /// The entity tag of a file is the digest of its content.
    @Test func aConditionAboutALongFileIsLeftToIt() throws {
        let s3 = try fixture()
        try s3.folder.write("s3/pics/long.bin", String(repeating: "x", count: FileStore.quickBytes + 1))
        #expect(put(s3, "/pics/long.bin", [("If-Match", "\"0\"")], bytes: 10) == nil)
        #expect(put(s3, "/pics/photo.jpg", [("If-Match", "\"0\"")], bytes: 10)?.code == "PreconditionFailed")
        #expect(put(s3, "/pics/long.bin", bytes: 10)?.status == 200)
    }
}
