import Testing

@testable import S3Dialect

@Suite struct PostFormTests {
    private static let type = "multipart/form-data; boundary=\"-x-\""

    private func part(_ name: String, _ value: String, fileName: String? = nil) -> String {
        "---x-\r\nContent-Disposition: form-data; name=\"\(name)\"\(fileName.map { "; filename=\"\($0)\"" } ?? "")\r\n"
            + (fileName == nil ? "" : "Content-Type: text/plain\r\n") + "\r\n\(value)\r\n"
    }

    private func read(_ body: String, pieces: Int) throws(S3Error) -> (fields: PostFields?, file: [UInt8]) {
        var form = try PostForm(contentType: Self.type)
        var file: [UInt8] = []
        let bytes = Array(body.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try form.take(Array(bytes[start..<min(bytes.count, start + pieces)]).span) { piece in
                for index in piece.indices { file.append(piece[index]) }
            }
        }
        try form.finish()
        return (form.fields, file)
    }

    @Test(arguments: [1, 2, 5, 10_000]) func fieldsAndFileAreRead(pieces: Int) throws {
        let content = "line\r\n--not\r\n---x\r\n---xx-\r\n\r\r\n-"
        let body =
            "preamble\r\n" + part("kEy", "in/${filename}") + part("empty", "") + part("file", content, fileName: "C:/a/b c.txt")
            + part("late", "ignored") + "---x---\r\nepilogue"
        let (fields, file) = try read(body, pieces: pieces)
        #expect(String(decoding: file, as: UTF8.self) == content)
        #expect(fields?.fields == [.init(name: "key", value: "in/b c.txt"), .init(name: "empty", value: "")])
        #expect(fields?.fileName == "b c.txt")
        #expect(try fields?.key() == "in/b c.txt")
    }

    @Test(arguments: [1, 10_000]) func wordThatBeginsLikeTheBoundaryIsContent(pieces: Int) throws {
        let content = "a\r\n---x-y\r\n---x--\u{20}b"
        #expect(
            String(decoding: try read(part("file", content) + "---x---\r\n", pieces: pieces).file, as: UTF8.self).hasPrefix("a\r\n---x-y"))
        #expect(try read(part("file", "") + "---x---", pieces: pieces).file == [])
    }

    @Test(arguments: [
        ("", "MalformedPOSTRequest"), ("nonsense", "MalformedPOSTRequest"), ("---x---\r\n", "InvalidArgument"),
        ("---x-\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\ncontent", "MalformedPOSTRequest"),
        ("---x-\r\nContent-Disposition: form-data\r\n\r\ncontent\r\n---x---", "MalformedPOSTRequest"),
        ("---x-\r\nno field\r\n\r\ncontent\r\n---x---", "MalformedPOSTRequest"),
        ("---x-\r\n\r\ncontent\r\n---x---", "MalformedPOSTRequest"),
        ("---x-\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nvalue\r\n---x---", "InvalidArgument"),
    ])
    func malformedFormIsRefused(body: String, code: String) {
        for pieces in [1, 10_000] {
            #expect(#expect(throws: S3Error.self) { try read(body, pieces: pieces) }?.code == code, "\(body.debugDescription)")
        }
    }

    @Test func fieldsOfOneNameAreOne() {
        let fields = PostFields([("a", "1"), ("b", "${filename}"), ("A", "${filename}")], fileName: "f")
        #expect(fields.fields.map(\.name) == ["a", "b"])
        #expect(fields["a"] == "1,f")
    }

    @Test func folderOfTheFileIsLeftOut() {
        #expect(PostFields([("key", "${filename}")], fileName: "C:\\a\\b.txt")["key"] == "b.txt")
        #expect(PostFields([("key", "x")], fileName: "")["key"] == "x")
    }

    @Test func withoutANameOfTheFileItsPlaceStays() throws {
        let fields = try read(part("key", "u/${filename}") + part("file", "d") + "---x---", pieces: 3).fields
        #expect(fields?["key"] == "u/${filename}")
        #expect(fields?.fileName == nil)
    }

    @Test(arguments: [
        (#"C:\Users\me\y.txt"#, "y.txt"), (#"C:\\Users\\y.txt"#, "y.txt"), ("dir/y.txt", "y.txt"), (#"a \"b\"; c.txt"#, #"a "b"; c.txt"#),
        ("", ""), (#"dir\"#, ""),
    ])
    func aBackslashIsOne(fileName: String, name: String) throws {
        let body = part("key", "u/${filename}") + part("file", "d", fileName: fileName) + "---x---"
        #expect(try read(body, pieces: 3).fields?["key"] == "u/" + name)
    }

    @Test func fieldsOfAPartBehindTheFileAreNotKept() throws {
        var form = try PostForm(contentType: Self.type)
        let line = "X-Field: \(String(repeating: "a", count: 1_000))\r\n"
        let body = part("file", "a") + "---x-\r\n" + String(repeating: line, count: 1_000)
        try form.take(Array(body.utf8).span) { _ in }
        #expect(form.fields != nil)
        let held = form.head.count
        #expect(held == 0)
        try form.take(Array("\r\nignored\r\n---x---".utf8).span) { _ in }
        try form.finish()
    }

    @Test func fieldsAreLimited() {
        let many = (0..<10_000).map { part("x-ignore-\($0)", "") }.joined() + part("file", "a") + "---x---"
        #expect(#expect(throws: S3Error.self) { try read(many, pieces: 10_000) }?.code == "MaxPostPreDataLengthExceeded")
        let long = part("policy", String(repeating: "a", count: 30_000)) + part("file", "a") + "---x---"
        #expect(#expect(throws: S3Error.self) { try read(long, pieces: 10_000) }?.code == "MaxPostPreDataLengthExceeded")
        #expect(throws: Never.self) { try read(part("file", String(repeating: "a", count: 100_000)) + "---x---", pieces: 10_000) }
    }

    @Test(arguments: [nil, "text/plain", "multipart/mixed; boundary=x"]) func anotherTypeIsRefused(type: String?) {
        let error = #expect(throws: S3Error.self) {
            _ = try PostForm(contentType: type)
        }
        #expect(error?.code == "PreconditionFailed")
    }
}
