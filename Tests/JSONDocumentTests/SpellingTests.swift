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

    @Test func farWordsAreNot() {
        #expect(Spelling.nearest(to: "frobnicate", among: ["equalTo", "contains"]) == nil)
        #expect(Spelling.nearest(to: "x", among: []) == nil)
    }

    @Test(arguments: [
        ("eqalTo", #"Did you mean "equalTo"?"#),
        ("statusCode", #"Did you mean "status" or "statusMessage"?"#),
        ("delay", #"Did you mean "delayDistribution", "fixedDelayMilliseconds" or "chunkedDribbleDelay"?"#),
        ("bodyFile", #"Did you mean "bodyFileName" or "body"?"#),
        ("frobnicate", nil),
    ])
    func namesThatShareWordsAreSuggested(written: String, told: String?) {
        let known = [
            "equalTo", "status", "statusMessage", "body", "bodyFileName", "fixedDelayMilliseconds", "delayDistribution",
            "chunkedDribbleDelay",
        ]
        #expect(Spelling.suggestion(for: written, among: known) == told)
    }
}
