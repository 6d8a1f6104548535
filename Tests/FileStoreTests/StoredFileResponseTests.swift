import FileStore
import Foundation
import HTTPMessage
import TestSupport
import Testing

@Suite struct StoredFileResponseTests {
    private let folder: TemporaryFolder
    private let file: StoredFile

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("photo.JPG", "0123456789")
        try folder.setModified("photo.JPG", 1_700_000_000.75)
        file = try #require(try FileStore(FileRoot(folder.path)).file(at: RelativePath("photo.JPG")!))
    }

    private func response(_ headers: HeaderFields = [], method: String = "GET") -> Response {
        file.response(to: Request(method: method, target: "/photo.JPG", headers: headers), headers: [("Cache-Control", "max-age=60")])
    }

    private func text(_ response: Response) throws -> String {
        switch response.body {
        case .empty: return ""
        case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .blocks(let source, let range):
            var block = [UInt8](repeating: 0, count: range.count)
            var span = block.mutableSpan
            var raw = unsafe span.mutableBytes
            #expect(try source.read(at: range.lowerBound, into: &raw) == range.count)
            return String(decoding: block, as: UTF8.self)
        case .stream: return "?"
        }
    }

    @Test func wholeFileHasAllItsFields() throws {
        let response = response()
        #expect(response.status == 200)
        #expect(response.headers.first("Content-Type") == "image/jpeg")
        #expect(response.headers.first("ETag") == "\"781e5e245d69b566979b86e28d23f2c7\"")
        #expect(response.headers.first("Last-Modified") == "Tue, 14 Nov 2023 22:13:20 GMT")
        #expect(response.headers.first("Accept-Ranges") == "bytes")
        #expect(response.headers.first("Cache-Control") == "max-age=60")
        #expect(try text(response) == "0123456789")
    }

    @Test func plainResponsesAreShared() { #expect(response() === response([("Accept", "*/*")])) }

    @Test func anotherVariantIsAnotherResponse() {
        let variant = Response(status: 200)
        let first = file.sharedResponse(variant: variant) { .text(200, "x") }
        #expect(file.sharedResponse(variant: variant) { .text(200, "y") } === first)
        #expect(file.sharedResponse { .text(200, "z") } !== first)
    }

    @Test func rangesAreParts() throws {
        let part = response([("Range", "bytes=2-4")])
        #expect(part.status == 206)
        #expect(part.headers.first("Content-Range") == "bytes 2-4/10")
        #expect(part.headers.first("ETag") == file.entityTag.text)
        #expect(try text(part) == "234")
        #expect(try text(response([("Range", "bytes=-3")])) == "789")
        #expect(response([("Range", "bytes=0-1")], method: "HEAD").status == 200)
    }

    @Test func rangeBeyondTheEndIs416() {
        let refused = response([("Range", "bytes=10-")])
        #expect(refused.status == 416)
        #expect(refused.headers.first("Content-Range") == "bytes */10")
    }

    @Test func notModifiedKeepsTheValidatorsOnly() throws {
        let response = response([("If-None-Match", file.entityTag.text)])
        #expect(response.status == 304)
        #expect(Set(response.headers.map(\.name)) == ["Cache-Control", "ETag", "Last-Modified"])
        #expect(response.body.length == 10)
    }

    @Test func datesCompareAtWholeSeconds() {
        #expect(response([("If-Modified-Since", "Tue, 14 Nov 2023 22:13:20 GMT")]).status == 304)
        #expect(response([("If-Unmodified-Since", "Tue, 14 Nov 2023 22:13:20 GMT")]).status == 200)
        #expect(response([("If-Unmodified-Since", "Tue, 14 Nov 2023 22:13:19 GMT")]).status == 412)
    }
}
