import Testing

@testable import JSONDocument

struct ExactTextTests {
    @Test(arguments: [
        ("", "", true), ("name", "name", true), ("name", "nam", false),
        ("a name of more than fifteen bytes", "a name of more than fifteen bytes", true),
        ("\u{E9}", "\u{E9}", true), ("\u{E9}", "e\u{301}", false),
        // Equal for Swift, and of one length.
        ("a\u{323}\u{307}", "a\u{307}\u{323}", false),
        // A Kelvin sign and a Greek question mark are equal to ASCII for Swift.
        ("K", "\u{212A}", false), ("a;b", "a\u{37E}b", false),
    ])
    func textsAreTheSameScalarByScalar(_ left: String, _ right: String, isSame: Bool) {
        #expect(left.isSame(as: right) == isSame)
        #expect(right.isSame(as: left) == isSame)
        #expect((ExactText(left) == ExactText(right)) == isSame)
    }

    /// Else an object with thousands of them would be searched one by one.
    @Test func spellingsOfOneTextHaveTheirOwnHashes() {
        let spellings = (0..<256).map { number in
            ExactText((0..<8).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined())
        }
        #expect(Set(spellings.map(\.text)).count == 1)
        #expect(Set(spellings.map(\.hashValue)).count == 256)
        #expect(Set(spellings).count == 256)
    }
}
