import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct AWSChunkedDecoderTests {
    private func signatures(_ seed: String) throws -> ChunkSignatures {
        let key = try #require(ChunkedExample.keys.signingKey(of: "AKIAIOSFODNN7EXAMPLE", ChunkedExample.scope))
        return ChunkSignatures(key, time: "20130524T000000Z", seed: seed)
    }

    /// The content and the trailer of a body that comes in pieces of that size.
    private func decode(
        _ body: [UInt8], _ head: HeaderFields, signatures: ChunkSignatures? = nil, pieces: Int = 100_000
    ) throws(S3Error) -> (content: [UInt8], trailer: Checksum?) {
        var decoder = AWSChunkedDecoder(try UploadHead(ChunkedExample.request(head)), signatures: signatures)
        var content: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: pieces) {
            try decoder.take(Array(body[start..<min(body.count, start + pieces)]).span) { piece in
                for index in piece.indices { content.append(piece[index]) }
            }
        }
        return (content, try decoder.finish())
    }

    private func unsigned(_ length: Int, trailer: String? = "x-amz-checksum-crc32") -> HeaderFields {
        var fields: HeaderFields = [
            ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", String(length)),
        ]
        if let trailer { fields.append(name: "x-amz-trailer", value: trailer) }
        return fields
    }

    @Test(arguments: [1, 7, 4_096, 100_000]) func publishedBodyIsDecoded(pieces: Int) throws {
        let body = ChunkedExample.body(ChunkedExample.chunks)
        #expect(body.count == 66_824)
        let decoded = try decode(
            body, ChunkedExample.head, signatures: try signatures(ChunkedExample.seed), pieces: pieces)
        #expect(decoded.content == ChunkedExample.content)
        #expect(decoded.trailer == nil)
    }

    @Test(arguments: [1, 4_096, 100_000]) func publishedBodyWithATrailerIsDecoded(pieces: Int) throws {
        let body = ChunkedExample.body(ChunkedExample.trailerChunks, trailer: ChunkedExample.trailer)
        let decoded = try decode(
            body, ChunkedExample.trailerHead, signatures: try signatures(ChunkedExample.trailerSeed), pieces: pieces)
        #expect(decoded.content == ChunkedExample.content)
        #expect(decoded.trailer?.text == "sOO8/Q==")
    }

    @Test func everySignatureIsVerified() throws {
        for index in 0..<3 {
            var chunks = ChunkedExample.chunks
            chunks[index] = String(repeating: "0", count: 64)
            let error = #expect(throws: S3Error.self) {
                try decode(ChunkedExample.body(chunks), ChunkedExample.head, signatures: try signatures(ChunkedExample.seed))
            }
            #expect(error?.code == "SignatureDoesNotMatch")
        }
        var content = ChunkedExample.content
        content[66_000] = UInt8(ascii: "b")
        #expect(throws: S3Error.self) {
            try decode(
                ChunkedExample.body(ChunkedExample.chunks, content), ChunkedExample.head, signatures: try signatures(ChunkedExample.seed))
        }
        let trailer = ChunkedExample.trailer.replacing("sOO8/Q==", with: "sOO8/g==")
        #expect(throws: S3Error.self) {
            try decode(
                ChunkedExample.body(ChunkedExample.trailerChunks, trailer: trailer), ChunkedExample.trailerHead,
                signatures: try signatures(ChunkedExample.trailerSeed))
        }
    }

    @Test func signaturesAreReadWithoutKeys() throws {
        let body = ChunkedExample.body([String](repeating: String(repeating: "0", count: 64), count: 3))
        #expect(try decode(body, ChunkedExample.head).content == ChunkedExample.content)
    }

    @Test(arguments: [1, 2, 3, 100]) func unsignedBodyIsDecoded(pieces: Int) throws {
        let body = Array("5\r\nhello\r\n6\r\n world\r\n0\r\nx-amz-checksum-crc32:DUoRhQ==\r\n\r\n".utf8)
        let decoded = try decode(body, unsigned(11), pieces: pieces)
        #expect(decoded.content == Array("hello world".utf8))
        #expect(decoded.trailer == Checksum.of(Array("hello world".utf8), .crc32))
    }

    @Test func announcedTrailerMayBeAbsent() throws {
        #expect(try decode(Array("1\r\na\r\n0\r\n\r\n".utf8), unsigned(1)).trailer == nil)
        #expect(try decode(Array("0\r\n\r\n".utf8), unsigned(0, trailer: nil)).content == [])
    }

    @Test(arguments: [
        ("1\r\na\r\n0\r\nx-amz-checksum-sha1:DUoRhQ==\r\n\r\n", "MalformedTrailerError"),
        ("1\r\na\r\n0\r\nx-amz-checksum-crc32:6LdDRQ==\r\nx-amz-checksum-crc32:6LdDRQ==\r\n\r\n", "MalformedTrailerError"),
        ("1\r\na\r\n0\r\nx-amz-trailer-signature:00\r\n\r\n", "MalformedTrailerError"),
        ("1\r\na\r\n0\r\nnonsense\r\n\r\n", "MalformedTrailerError"),
        ("1\r\na\r\n0\r\nx-amz-checksum-crc32:6LdDR\r\n\r\n", "InvalidRequest"), ("1\r\na\r\n0\r\n\r\nmore", "IncompleteBody"),
        ("1\r\na\r\n0\r\n", "IncompleteBody"), ("1\r\na\r\n", "IncompleteBody"), ("1\r\n", "IncompleteBody"), ("", "IncompleteBody"),
        ("2\r\na\r\n0\r\n\r\n", "IncompleteBody"), ("1\r\nab\r\n0\r\n\r\n", "IncompleteBody"), ("0\r\n\r\n", "IncompleteBody"),
        ("1\r\na\r\n1\r\nb\r\n0\r\n\r\n", "IncompleteBody"), ("ffffffffffffffff\r\na", "IncompleteBody"),
        ("7fffffffffffffff\r\na", "IncompleteBody"), ("-1\r\na", "IncompleteBody"), ("0x1\r\na\r\n0\r\n\r\n", "IncompleteBody"),
        ("\r\n", "IncompleteBody"), ("g\r\n", "IncompleteBody"),
    ])
    func malformedBodyIsRefused(body: String, code: String) {
        for pieces in [1, 100] {
            let error = #expect(throws: S3Error.self) { try decode(Array(body.utf8), unsigned(1), pieces: pieces) }
            #expect(error?.code == code, "\(body.debugDescription)")
        }
    }

    @Test func lineWithoutAnEndIsRefused() {
        let line = [UInt8](repeating: UInt8(ascii: "0"), count: 1_000)
        #expect(throws: S3Error.self) { try decode(line, unsigned(1)) }
        let trailer = Array("1\r\na\r\n0\r\nx-amz-checksum-crc32:".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 10_000)
        #expect(throws: S3Error.self) { try decode(trailer, unsigned(1)) }
    }

    @Test(arguments: ["1\r\na\r\n0\r\n\r\n", "1;chunk-signature=00\r\na\r\n", "1;chunk-signature=\r\na\r\n"])
    func signedBodyNeedsSignatures(body: String) {
        let head: HeaderFields = [
            ("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"), ("x-amz-decoded-content-length", "1"),
        ]
        #expect(throws: S3Error.self) { try decode(Array(body.utf8), head) }
    }

    /// S3 wants both signs behind the line and the data of a chunk.
    @Test(arguments: ["3\nabc\r\n0\r\n\r\n", "3\r\nabc\n0\r\n\r\n", "3\r\nabc\r\n0\n\r\n"])
    func aLineOfAChunkEndsWithTwoSigns(body: String) {
        let error = #expect(throws: S3Error.self) { try decode(Array(body.utf8), unsigned(3, trailer: nil)) }
        #expect(error?.code == "IncompleteBody")
    }
}
