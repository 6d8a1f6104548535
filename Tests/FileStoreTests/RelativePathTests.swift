import FileStore
import Testing

@Suite struct RelativePathTests {
    @Test(arguments: ["a", "a/b.json", ".hidden", "a/..b", "...", "한글/사진.jpg", "a b", "a%2Fb"])
    func isTaken(text: String) { #expect(RelativePath(text)?.text == text) }

    @Test(arguments: ["", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "../a", "a/..", "./a", "a/.", "a\0b"])
    func isRefused(text: String) { #expect(RelativePath(text) == nil) }

    @Test(
        arguments: [
            ("a/../b", "b"), ("/a", "a"), ("./a//b/.", "a/b"), ("a/b/../../c", "c"), ("a/..", nil), ("..", nil), ("../a", nil),
            ("a/../../b", nil),
            ("", nil), ("/", nil), ("a\0", nil),
        ] as [(String, String?)])
    func isResolvedByText(text: String, expected: String?) { #expect(RelativePath(resolving: text)?.text == expected) }

    @Test func knowsItsParts() throws {
        let path = RelativePath("a/b/c.tar.GZ")!
        #expect(path.fileExtension == "gz")
        #expect(path.parent.text == "a/b")
        #expect(path.parent.parent.parent == .root)
        #expect(path.name.elementsEqual("c.tar.GZ".utf8))
        #expect(RelativePath(".profile")!.fileExtension.isEmpty)
        #expect(RelativePath("a.b/c")!.fileExtension.isEmpty)
    }

    @Test func isTakenApartByWholeSegments() throws {
        let folder = RelativePath("s3/bucket")!
        #expect(RelativePath("s3/bucket/key/x")?.relative(to: folder)?.text == "key/x")
        #expect(RelativePath("s3/bucket-two/key")?.relative(to: folder) == nil)
        #expect(RelativePath("s3/bucket")?.relative(to: folder) == nil)
        #expect(RelativePath("s3/bucket")?.relative(to: .root)?.text == "s3/bucket")
    }

    @Test func sortsByBytes() {
        let sorted = ["a/b", "a.txt", "a", "é", "z"].compactMap { RelativePath($0) }.sorted().map(\.text)
        #expect(sorted == ["a", "a.txt", "a/b", "z", "é"])
    }
}
