import JSONDocument
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [
        ("equalsTo", "equalTo"), ("EQUALTO", "equalTo"), ("cotnains", "contains"), ("mathces", "matches"), ("urlPth", "urlPath"),
        ("absnet", "absent"),
    ])
    func nearWordsAreFound(written: String, meant: String) {
        #expect(Spelling.nearest(to: written, among: ["equalTo", "contains", "matches", "urlPath", "absent"]) == meant)
    }

    @Test func farWordsAreNot() {
        #expect(Spelling.nearest(to: "frobnicate", among: ["equalTo", "contains"]) == nil)
        #expect(Spelling.nearest(to: "x", among: []) == nil)
    }
}
