import HTTPMessage
import TestSupport
import Testing

@Suite struct MultipartBodyTests {
    private func parts(_ text: String, boundary: String = "x") throws(MultipartBody.ReadError) -> [MultipartBody.Part] {
        try MultipartBody(Array(text.utf8), contentType: MediaType("multipart/form-data; boundary=\"\(boundary)\"")).parts
    }

    @Test func partsHaveNamesFieldsAndBodies() throws {
        let parts = try parts(
            "preamble\r\n--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n\r\n--x\r\n"
                + "Content-Disposition: form-data; name=b; filename=\"f; 1.txt\"\r\nContent-Type: text/plain\r\n\r\n--xy\r\n--x--\r\nend")
        #expect(parts.map(\.name) == ["a", "b"])
        #expect(parts.map { Array($0.body) } == [Array("1\r\n".utf8), Array("--xy".utf8)])
        #expect(parts[1].fileName == "f; 1.txt")
        #expect(parts[1].headers.first("content-type") == "text/plain")
    }

    @Test func aFieldOfAPartMayGoOnInTheNextLine() throws {
        let folded = try parts("--x\r\nContent-Disposition: form-data;\r\n name=\"a\";\r\n\tfilename=\"a:b\"\r\n\r\n1\r\n--x--\r\n")
        #expect(folded.first?.headers.first("Content-Disposition") == #"form-data; name="a"; filename="a:b""#)
        #expect(folded.first?.name == "a")
        #expect(folded.first?.fileName == "a:b")
        #expect(throws: MultipartBody.ReadError.headWithoutEnd(part: 1)) { try parts("--x\r\n a: b\r\n\r\n1\r\n--x--") }
    }

    @Test func emptyPartsAndBareLineFeedsAreTaken() throws {
        #expect(try parts("--x\r\n--x--").map(\.body.count) == [0])
        #expect(try parts("--x\r\nA: b\r\n\r\n--x--").map(\.headers.count) == [1])
        #expect(try parts("--x\nA: b\n\nbody\n--x--").map { Array($0.body) } == [Array("body".utf8)])
        #expect(try parts("--x--").isEmpty)
    }

    @Test(arguments: ["", "--", "--y\r\n", "--x", "--x\r\n", "--x\r\nA: b\r\n\r\nbody", "--x\r\nno field\r\n\r\n\r\n--x--"])
    func malformedBodiesAreRefused(text: String) {
        #expect(throws: MultipartBody.ReadError.self) { try parts(text) }
    }

    @Test func randomBytesNeverTrap() {
        var random = SeededGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<64, using: &random)).map { _ in "--xx\r\n\r\n:a".utf8.randomElement(using: &random)! }
            let count = try? MultipartBody(bytes, contentType: MediaType("multipart/mixed; boundary=x")).parts.count
            #expect((count ?? 0) <= bytes.count, "seed \(random.seed)")
        }
    }
}
