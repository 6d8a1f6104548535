import HTTPMessage
import Testing

@Suite struct StringPrefixTests {
    @Test(arguments: [
        ("abc", 2, "ab"), ("abc", 3, "abc"), ("abc", 9, "abc"), ("포즈", 5, "포"), ("포즈", 2, ""), ("e\u{301}x", 2, ""), ("", 0, ""),
    ])
    func charactersStayWhole(text: String, bytes: Int, expected: String) {
        #expect(text.prefix(bytes: bytes).utf8.elementsEqual(expected.utf8))
    }
}
