import HTTPMessage
import Testing

@Suite struct SecretComparisonTests {
    @Test(arguments: [
        ("", "", true), ("abc", "abc", true), ("abc", "abd", false), ("abc", "bbc", false), ("abc", "ab", false), ("", "a", false),
        ("ab", "ba", false),
    ])
    func allBytesCount(left: String, right: String, areEqual: Bool) {
        #expect(SecretComparison.areEqual(Array(left.utf8), Array(right.utf8)) == areEqual)
    }
}
