import HTTPMessage
@testable import MockEngine
import JSONDocument
import StubModel
import Testing

struct JournalQueryTests {
    private func journal(entries: Int, settings: JournalSettings = JournalSettings()) -> Journal {
        let journal = Journal(settings, seed: 1)
        for number in 1...entries { journal.open("/\(number)", at: Int64(number) * 1_000, matched: number % 2 == 0) }
        return journal
    }

    private func targets(_ page: JournalPage) -> [String] { page.entries.map(\.request.target) }

    @Test func limitTakesTheNewestAndTotalCountsAll() {
        var query = JournalQuery()
        query.limit = 2
        let page = query.run(on: journal(entries: 5))
        #expect(targets(page) == ["/5", "/4"])
        #expect(page.total == 5)
        #expect(page.nextAfter == 5)
    }

    @Test func sinceLeavesThatMomentOut() {
        var query = JournalQuery()
        query.since = Timestamp(milliseconds: 3_000)
        #expect(targets(query.run(on: journal(entries: 4))) == ["/4"])
        query.since = Timestamp(nanoseconds: 2_999_999_999)
        #expect(targets(query.run(on: journal(entries: 4))) == ["/4", "/3"])
    }

    @Test func unmatchedOnly() {
        var query = JournalQuery()
        query.unmatchedOnly = true
        let page = query.run(on: journal(entries: 4))
        #expect(targets(page) == ["/3", "/1"])
        #expect(page.total == 2)
    }

    @Test func byStub() {
        var query = JournalQuery()
        query.stubID = fakeStub.id
        #expect(targets(query.run(on: journal(entries: 4))) == ["/4", "/2"])
        query.stubID = .random()
        #expect(targets(query.run(on: journal(entries: 4))) == [])
    }

    @Test func afterReadsOnOldestFirst() {
        let journal = journal(entries: 5)
        var query = JournalQuery()
        query.limit = 2
        var seen: [String] = []
        query.after = 0
        while true {
            let page = query.run(on: journal)
            if page.entries.isEmpty { break }
            seen += targets(page)
            query.after = page.nextAfter
            #expect(!page.isTruncated)
        }
        #expect(seen == ["/1", "/2", "/3", "/4", "/5"])
    }

    @Test func aLimitOfNoneSkipsNothing() {
        let journal = journal(entries: 5)
        var query = JournalQuery()
        query.limit = 0
        query.after = 2
        #expect(query.run(on: journal).nextAfter == 2)
        query.after = 9
        #expect(query.run(on: journal).nextAfter == 5)
    }

    @Test func aReaderThatMissedSomeIsTold() {
        let journal = journal(entries: 5, settings: JournalSettings(maximumEntries: 2))
        var query = JournalQuery()
        query.after = 1
        #expect(query.run(on: journal).isTruncated)
        #expect(query.run(on: journal).dropped == 3)
        query.after = 3
        #expect(!query.run(on: journal).isTruncated)
    }
}

struct JournalCountTests {
    @Test func aCountWithNothingDroppedIsComplete() {
        let journal = Journal(seed: 1)
        journal.open("/a")
        let count = journal.count { $0.request.target == "/a" ? .matches : .differs }
        #expect(count == JournalCount(count: 1, dropped: 0, undecided: 0, isDisabled: false))
        #expect(count.isComplete)
        #expect(count.refusal == nil)
        #expect(journal.count { _ in .differs }.refusal == nil)
    }

    @Test func aCountAfterDroppingIsIncompleteAndAZeroIsRefused() throws {
        let journal = Journal(JournalSettings(maximumEntries: 1), seed: 1)
        for _ in 1...3 { journal.open("/a") }
        #expect(!journal.count { _ in .matches }.isComplete)
        #expect(journal.count { _ in .matches }.refusal == nil)
        let refusal = try #require(journal.count { _ in .differs }.refusal)
        #expect(refusal.contains("2 older entries were dropped"))
        journal.reset()
        #expect(journal.count { _ in .differs }.refusal == nil)
    }

    /// Of a long body only length and digest are kept, so that a condition on it can neither be met nor be missed.
    @Test(arguments: [
        #""bodyPatterns": [{"contains": "a"}]"#, #""multipartPatterns": [{"name": "a"}]"#, #""formParameters": {"a": {"equalTo": "1"}}"#,
    ]) func aConditionOnABodyThatIsNotKeptIsUndecided(condition: String) throws {
        let journal = Journal(JournalSettings(maximumBodyBytes: 4), seed: 1)
        journal.open("/a", body: Array("a long body".utf8))
        let text = #"{"urlPath": "/a", \#(condition)}"#
        #expect(try verdict(text, on: journal) == .undecided)
        #expect(try verdict(text.replacing("/a", with: "/b"), on: journal) == .differs)
        #expect(try verdict(#"{"urlPath": "/a"}"#, on: journal) == .matches)
    }

    /// What a condition says about the newest entry.
    private func verdict(_ text: String, on journal: Journal) throws -> JournalCount.Verdict {
        let entry = try #require(journal.snapshot().newestFirst.first { _ in true })
        return try condition(text).verdict(on: entry, at: entry.arrivedAt, within: ComparisonBudget(.standard))
    }

    private func condition(_ text: String) throws -> JournalCondition {
        let document = try JSONDocument.parse(Array(text.utf8), name: "pattern")
        let report = ProblemReport(document)
        let pattern = try #require(RequestPattern.decode(document.root, report))
        return try #require(JournalCondition(pattern, .builtIn, report))
    }

    /// A request that was refused on its head, or whose body was cut: nobody knows what the body says.
    @Test(
        arguments: [
            ([("Content-Length", "5")], .http, 5), ([("Transfer-Encoding", "chunked")], .http, nil),
            ([("Content-Length", "80"), ("x-amz-decoded-content-length", "5")], .s3, 5),
            ([("Content-Length", "80"), ("x-amz-decoded-content-length", "5")], .http, 80),
        ] as [(HeaderFields, ListenerName, Int?)])
    func aConditionOnABodyThatWasNotReceivedIsUndecided(fields: HeaderFields, listener: ListenerName, length: Int?) throws {
        let journal = Journal(seed: 1)
        let request = Request(method: "PUT", target: "/a", headers: fields, arrival: Arrival(listener: listener))
        _ = journal.open(.answered(request))
        for condition in [#"{"equalTo": "hello"}"#, #"{"doesNotContain": "hello"}"#, #"{"absent": true}"#] {
            let text = #"{"urlPath": "/a", "bodyPatterns": [\#(condition)]}"#
            #expect(try verdict(text, on: journal) == .undecided)
            #expect(try self.condition(text).verdict(on: request, .inBody, at: Timestamp(milliseconds: 0)) == .undecided)
            #expect(try verdict(text.replacing("/a", with: "/b"), on: journal) == .differs)
        }
        #expect(try verdict(#"{"urlPath": "/a"}"#, on: journal) == .matches)
        let entry = try #require(journal.snapshot().newestFirst.first { _ in true })
        #expect(entry.bodyDigest == .init(length: length, sha256: nil))
        #expect(entry.json["request"]?["bodyLength"] == length.map { JSONValue($0) })
        #expect(HAREntry(entry).json["request"]?["bodySize"] == JSONValue(length ?? -1))
    }

    /// These bodies are empty, and all of them has come.
    @Test(
        arguments: [
            ([], .empty), ([("Content-Length", "0")], .empty), ([("Transfer-Encoding", "chunked")], .bytes([])),
            ([("Content-Length", "86"), ("x-amz-decoded-content-length", "0")], .empty),
        ] as [(HeaderFields, RequestBody)])
    func anEmptyBodyIsKnown(fields: HeaderFields, body: RequestBody) throws {
        let journal = Journal(seed: 1)
        var request = Request(method: "PUT", target: "/a", headers: fields, arrival: Arrival(listener: .s3))
        request.body = body
        _ = journal.open(.answered(request))
        #expect(try verdict(#"{"bodyPatterns": [{"equalTo": "hello"}]}"#, on: journal) == .differs)
        #expect(try verdict(#"{"bodyPatterns": [{"absent": true}]}"#, on: journal) == .matches)
    }

    @Test func anUndecidedEntryMakesAZeroDoubtful() {
        let journal = Journal(seed: 1)
        journal.open("/a")
        let count = journal.count { _ in .undecided }
        #expect(count.count == 0)
        #expect(count.refusal?.contains("1 entry has a body too long to keep") == true)
    }
}
