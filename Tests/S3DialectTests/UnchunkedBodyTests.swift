import Digest
import HTTPMessage
import Testing

@testable import S3Dialect

/// The content of bodies in aws-chunked encoding that the wire has kept.
@Suite struct UnchunkedBodyTests {
    /// A body that the wire has kept in a file.
    private final class File: SpooledBody {
        let content: [UInt8]
        init(_ content: [UInt8]) { self.content = content }
        var count: Int { content.count }
        func bytes() -> [UInt8] { content }
        func read(at offset: Int, limit: Int) -> [UInt8] { Array(content.dropFirst(offset).prefix(limit)) }
    }

    private static let signed = ChunkedExample.body(ChunkedExample.chunks)

    private func request(_ body: RequestBody, _ head: HeaderFields = ChunkedExample.head) -> Request {
        var request = ChunkedExample.request(head)
        request.body = body
        return request
    }

    @Test func aBodyInMemoryIsDecoded() throws {
        let body = try #require(request(.bytes(Self.signed)).unchunkedBody)
        #expect(try body.bytes() == ChunkedExample.content)
    }

    @Test func aBodyInAFileIsDecodedWhileItIsRead() throws {
        let body = try #require(request(.spooled(File(Self.signed))).unchunkedBody)
        guard case .spooled(let file) = body else {
            Issue.record("not in a file")
            return
        }
        #expect(file.count == ChunkedExample.content.count)
        #expect(file.sha256 == MessageDigest.of(ChunkedExample.content, .sha256).bytes)
        #expect(try file.bytes() == ChunkedExample.content)
    }

    /// Of several blocks, forwards and back.
    @Test func everyPlaceOfAFileCanBeRead() throws {
        let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        var body: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: 3_000) {
            let chunk = content[start..<min(start + 3_000, content.count)]
            body += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        body += Array("0\r\n\r\n".utf8)
        let head: HeaderFields = [
            ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "700000"),
        ]
        guard case .spooled(let file)? = request(.spooled(File(body)), head).unchunkedBody else {
            Issue.record("not in a file")
            return
        }
        #expect(try file.bytes() == content)
        for start in [0, 1, 250_000, 500_000, 699_999, 2, 400_000, 0] {
            let piece = try file.read(at: start, limit: 10)
            #expect(piece == Array(content[start..<min(start + 10, content.count)]))
        }
        #expect(try file.read(at: content.count, limit: 10) == [])
        #expect(try file.read(at: 5, limit: 600_000) == Array(content[5..<600_005]))
    }

    @Test func nothingIsLeftOfAnEmptyOne() {
        let head: HeaderFields = [
            ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "0"),
        ]
        #expect(request(.bytes(Array("0\r\n\r\n".utf8)), head).unchunkedBody?.count == 0)
    }

    @Test(arguments: [true, false]) func whatCannotBeDecodedIsNone(isInFile: Bool) {
        func body(_ bytes: [UInt8], _ head: HeaderFields = ChunkedExample.head) -> RequestBody? {
            request(isInFile ? .spooled(File(bytes)) : .bytes(bytes), head).unchunkedBody
        }
        #expect(body(Array(Self.signed.dropLast(3))) == nil)
        #expect(body(Array("hello".utf8)) == nil)
        #expect(body(Self.signed + [13, 10]) == nil)
        #expect(body(Self.signed, [("x-amz-decoded-content-length", "66560")]) == nil, "the head names no such encoding")
        #expect(body(Self.signed, [("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD")]) == nil, "no length")
    }
}
