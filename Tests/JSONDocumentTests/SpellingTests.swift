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

    @Test(arguments: [
        ("Content-Typ", "Content-Type"), ("contentType", "Content-Type"), ("Contnet-Type", "Content-Type"), ("content-type", nil),
        ("Cont-Type", nil), ("X-Content-Type", nil),
    ])
    func aTwinDiffersInOneLetter(written: String, twin: String?) {
        #expect(Spelling.twin(of: written, among: ["Content-Length", "Content-Type"]) == twin)
    }

    @Test(
        arguments: [
            ("xaby", ["xabyzz", "xbay", "xbya"], "xbay"), ("aab", ["b", "aba"], "aba"), ("abcd", ["abxd", "abcx"], "abxd"),
            ("abcdef", ["xbcdex", "abcdeF", "abcde"], "abcdeF"), ("abcdef", ["xbcdex", "uvwxyz"], "xbcdex"), ("abcdef", ["xbcxex"], nil),
            ("abc", ["abcd", "ab"], "abcd"), ("abc", ["abcde"], nil), ("aaaa", ["aa", "aaaaaa"], nil), ("a", [""], ""),
        ] as [(String, [String], String?)])
    func theFirstOfTheNearestCounts(written: String, known: [String], meant: String?) {
        #expect(Spelling.nearest(to: written, among: known) == meant)
    }

    @Test(.timeLimit(.minutes(1))) func longNamesTakeNoTime() {
        let long = String(repeating: "a", count: 240)
        let known = (0..<2_000).map { String(repeating: "ab", count: 2_500) + "\($0)" }
        #expect(Spelling.nearest(to: long, among: known) == nil)
        #expect(Spelling.nearest(to: long + "x", among: known + [long]) == long)
    }

    @Test func farWordsAreNot() {
        #expect(Spelling.nearest(to: "frobnicate", among: ["equalTo", "contains"]) == nil)
        #expect(Spelling.nearest(to: "x", among: []) == nil)
    }

    @Test(arguments: [
        ("eqalTo", #"Did you mean "equalTo"?"#),
        ("statusCode", #"Did you mean "status" or "statusMessage"?"#),
        ("delay", #"Did you mean "delayDistribution", "fixedDelayMilliseconds" or "chunkedDribbleDelay"?"#),
        ("bodyFile", #"Did you mean "bodyFileName" or "body"?"#),
        ("frobnicate", nil), ("fix", #"Did you mean "fixedDelayMilliseconds"?"#), ("stat", #"Did you mean "status"?"#),
        ("ch", nil),
    ])
    func namesThatShareWordsAreSuggested(written: String, told: String?) {
        let known = [
            "equalTo", "status", "statusMessage", "body", "bodyFileName", "fixedDelayMilliseconds", "delayDistribution",
            "chunkedDribbleDelay",
        ]
        #expect(Spelling.suggestion(for: written, among: known) == told)
    }
}
