import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct StandardErrorTests {
    @Test(arguments: [
        (#"there is no folder "x""#, "<3>"), ("mocks/a.json:1:2 /request/ulr: unknown field.", "<3>"),
        ("error: --extensions is refused", "<3>"), (#"mocks/a.json:1:2 /request: found "x: warning: y"."#, "<3>"),
        ("warning: UNDERSTUDY_PROT is no setting.", "<4>"), ("mocks/a.json:1:2 /body: warning: the body holds a template.", "<4>"),
        ("note: --container-threads has no effect", "<5>"),
    ])
    func aLineForTheJournalHasItsPriority(line: String, prefix: String) {
        #expect(StandardError.lastWords(line, isForJournal: true) == "\(prefix)\(line)\n")
        #expect(StandardError.lastWords(line, isForJournal: false) == "\(line)\n")
    }

    @Test func itIsOneLine() {
        #expect(StandardError.lastWords("a\nb", isForJournal: true) == #"<3>a\nb"# + "\n")
        #expect(StandardError.lastWords("a\nb", isForJournal: false) == #"a\nb"# + "\n")
    }

    @Test func anotherStreamIsNoJournal() {
        #expect(!StandardError.isJournal([:]))
        #expect(!StandardError.isJournal(["JOURNAL_STREAM": "1:1"]))
    }
}
