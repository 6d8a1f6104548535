import HTTPMessage
import S3Dialect
import Synchronization
import Testing

@testable import S3Service

/// `x-amz-content-sha256` of requests whose operations do not look at a body.
@Suite struct BodyDigestTests {
    private let s3: S3Fixture
    private static let ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let zeros = String(repeating: "0", count: 64)
    private static let copy: HeaderFields.Field = .init("x-amz-copy-source", "/pics/photo.jpg")

    init() throws { s3 = try S3Fixture() }

    private func send(_ method: String, _ target: String, _ digest: String, _ more: [HeaderFields.Field] = [], _ body: String = "") async
        -> S3Answer
    {
        await s3.answer(method, target, HeaderFields([.init("x-amz-content-sha256", digest)] + more), body: Array(body.utf8))
    }

    @Test(arguments: [
        ("GET", "/pics/photo.jpg"), ("HEAD", "/pics/photo.jpg"), ("GET", "/pics?list-type=2"), ("GET", "/"), ("DELETE", "/pics/photo.jpg"),
        ("DELETE", "/pics/photo.jpg?tagging"), ("POST", "/pics/new?uploads"), ("PUT", "/pics/new"), ("PUT", "/new"), ("DELETE", "/pics"),
    ])
    func aWrongDigestOfNothingIsRefused(method: String, target: String) async {
        for _ in 0..<2 { #expect(await s3.get("/pics/photo.jpg").text == "0123456789") }
        let answer = await send(method, target, Self.zeros)
        #expect(answer.status == 400)
        #expect(method == "HEAD" || answer.code == "XAmzContentSHA256Mismatch")
        #expect(await s3.get("/pics?uploads").elements("UploadId").isEmpty)
        #expect(await s3.get("/pics").elements("Key") == ["photo.jpg"])
        #expect(await s3.get("/new").status == 404)
    }

    @Test(arguments: [ofNothing, ofNothing.uppercased(), "UNSIGNED-PAYLOAD"]) func aRightOneIsTaken(digest: String) async {
        for _ in 0..<2 { #expect(await send("GET", "/pics/photo.jpg", digest).text == "0123456789") }
        #expect(await send("PUT", "/pics/copy", digest, [Self.copy]).status == 200)
        #expect(await send("DELETE", "/pics/copy", digest).status == 204)
    }

    @Test func aDigestInALinkCountsToo() async {
        #expect(await s3.get("/pics/photo.jpg?X-Amz-Content-Sha256=\(Self.zeros)").code == "XAmzContentSHA256Mismatch")
        #expect(await s3.get("/pics/photo.jpg?X-Amz-Content-Sha256=\(Self.ofNothing)").status == 200)
    }

    @Test func aBodyThatNobodyLooksAtIsDigested() async {
        for digest in [Self.ofNothing, Self.zeros] {
            #expect(await send("PUT", "/pics/copy", digest, [Self.copy], "xxxx").code == "XAmzContentSHA256Mismatch")
            #expect(await send("GET", "/pics/photo.jpg", digest, [], "xxxx").code == "XAmzContentSHA256Mismatch")
        }
        let right = "2481a63c85a62cf889d2b149f1a52e985a9341750173fe01eff50cc27b5941b5"
        #expect(await send("PUT", "/pics/copy", right, [Self.copy], "xxxx").code == "InvalidRequest")
        #expect(await send("GET", "/pics/photo.jpg", right, [], "xxxx").text == "0123456789")
    }

    @Test func twoDigestsContradict() async {
        let zeros = HeaderFields.Field("x-amz-content-sha256", Self.zeros)
        for _ in 0..<2 { #expect(await send("GET", "/pics/photo.jpg", "UNSIGNED-PAYLOAD", [zeros]).code == "InvalidArgument") }
    }

    /// A long document is decoded and digested when the body is checked, and the operation takes it from there.
    @Test func aDocumentIsReadOnce() async {
        let body = CountedBody("<Delete><Object><Key>none</Key></Object></Delete>")
        let digest = Checksum.of(body.content, .crc32).text
        var request = Request(
            method: "POST", target: "/pics?delete",
            headers: [("Host", "127.0.0.1:9000"), ("Content-Length", String(body.count)), ("x-amz-checksum-crc32", digest)])
        request.body = .spooled(body)
        let sent = request
        let session = S3Session(layer: s3.layer, now: s3.now.withLock { $0 })
        let plan = await withCheckedContinuation { continuation in
            switch s3.service.respond(to: sent, in: session) {
            case .plan(let plan): continuation.resume(returning: plan)
            case .later(let plan):
                plan.whenFulfilled {
                    continuation.resume(returning: $0)
                    return true
                }
            }
        }
        #expect(S3Answer(plan).element("Deleted") == "<Key>none</Key>")
        #expect(body.reads.load(ordering: .relaxed) == 1)
    }
}

/// A body that the wire has kept in a file.
private final class CountedBody: SpooledBody {
    let content: [UInt8]
    /// How often its beginning was read.
    let reads = Atomic(0)

    init(_ text: String) { content = Array(text.utf8) }

    var count: Int { content.count }
    func bytes() -> [UInt8] { content }
    func read(at offset: Int, limit: Int) -> [UInt8] {
        if offset == 0 { reads.add(1, ordering: .relaxed) }
        return Array(content.dropFirst(offset).prefix(limit))
    }
}
