import Compression
import HTTPMessage
import Testing

@testable import MockEngine

@Suite struct ContentCodingTests {
    private let request = Request(target: "/", headers: [("Accept-Encoding", "gzip, deflate")])

    @Test(arguments: [1, 9, 32, 10_000]) func bodiesOfAnyLengthAreCompressed(length: Int) throws {
        let plain = Array(repeating: UInt8(ascii: "x"), count: length)
        let coded = ContentCoding.encoded(Response(status: 200, headers: [], body: .bytes(plain)), for: request)
        #expect(coded.headers.first("Content-Encoding") == "gzip")
        guard case .bytes(let bytes) = coded.body else { throw Gzip.Failure.truncated }
        #expect(try Gzip.decompress(bytes, limit: length) == plain)
    }

    @Test(
        arguments: [
            (200, "x", [("Content-Length", "1")]), (200, "", []), (404, "not found", []), (200, "x", [("Content-Type", "image/png")]),
            (200, "x", [("Content-Encoding", "br")]), (200, "x", [("Cache-Control", "no-transform")]),
        ] as [(Int, String, [(String, String)])])
    func theseGoOutAsTheyAre(_ status: Int, _ body: String, _ fields: [(String, String)]) {
        var headers: HeaderFields = []
        for field in fields { headers.append(name: field.0, value: field.1) }
        let coded = ContentCoding.encoded(Response(status: status, headers: headers, body: .bytes(Array(body.utf8))), for: request)
        #expect(coded.headers.first("Content-Encoding") != "gzip")
    }

    @Test func onlyIfTheClientTakesIt() {
        for (field, accepted) in [("gzip;q=0", false), ("deflate", false), ("*", true), ("br, x-gzip", true), ("identity", false)] {
            #expect(ContentCoding.accepts(Array(field.utf8)[...]) == accepted, "\(field)")
        }
    }
}
