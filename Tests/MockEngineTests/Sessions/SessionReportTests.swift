import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// The report at the end of a session.
struct SessionReportTests {
    private let engine = MockEngine(EngineEnvironment(), .manual())

    private func open(_ definition: SessionDefinition = SessionDefinition(), _ mappings: String...) throws -> Session {
        try engine.openSession(definition, stubs: try mappings.map { try EngineHarness.compile($0, in: engine) })
    }

    private func ask(_ session: Session, _ targets: String...) {
        for target in targets { _ = session.respond(to: Request(target: target)) }
    }

    @Test func requestsMissesAndUnusedStubsAreTold() throws {
        let session = try open(
            SessionDefinition(), #"{"name": "used", "request": {"url": "/a"}}"#, #"{"name": "unused", "request": {"url": "/b"}}"#)
        ask(session, "/a", "/a", "/nothing")
        let report = session.report()
        #expect(report.requests == 3)
        #expect(report.unmatched.map(\.url) == ["/nothing"])
        #expect(report.unmatched[0].explanation?.contains("/nothing") == true)
        #expect(report.unusedStubs.map(\.mapping.name) == ["unused"])
        #expect(report.isOK)
        #expect(report.json["ok"] == true && report.json["unmatched"]?[0]?["method"] == "GET")
    }

    /// Clients read each list without asking whether it is there.
    @Test func aReportHasEveryList() throws {
        let report = try open().report().json
        for list in ["unmatched", "failures", "unusedStubs", "expectations"] { #expect(report[list]?.array?.isEmpty == true, "\(list)") }
    }

    @Test func aMissIsToldFieldByField() throws {
        let session = try open(
            SessionDefinition(),
            #"{"name": "page", "request": {"method": "GET", "urlPath": "/a", "queryParameters": {"n": {"equalTo": "1"}}}}"#)
        ask(session, "/a?n=2")
        let unmatched = session.report().json["unmatched"]?[0]
        let closest = try #require(unmatched?["closest"])
        #expect(closest["name"] == "page" && closest["request"] == "GET /a")
        let query = closest["fields"]?.array?.first { $0["field"] == "queryParameter" }
        #expect(query?["name"] == "n" && query?["expected"] == "1" && query?["actual"] == "2" && query?["matches"] == false)
        #expect(unmatched?["hints"] == nil)
        let difference = session.report().unmatched.first?.difference
        #expect(difference == #"Closest is the stub "page"; not met: query parameter "n" (wants "1", has "2")."#)
        ask(session, "/b")
        #expect(session.report().unmatched.last?.difference == nil)
    }

    @Test func aBodyThatIsNotJSONIsToldSo() throws {
        let session = try open(
            SessionDefinition(), #"{"request": {"method": "POST", "url": "/a", "bodyPatterns": [{"matchesJsonPath": "$.id"}]}}"#)
        _ = session.respond(to: Request(method: "POST", target: "/a", body: Array(#"{"id": 1"#.utf8)))
        let hint = session.report().unmatched.first?.hints.first
        #expect(hint?.hasPrefix("the request's body is not JSON, as the stub") == true && hint?.contains("line 1") == true, "\(hint ?? "")")
    }

    @Test func inAStrictSessionAResponseThatCannotBeMadeIsNotOK() throws {
        let broken = #"{"name": "b", "request": {"url": "/a"}, "response": {"bodyFileName": "missing.json"}}"#
        var definition = SessionDefinition()
        definition.isStrict = true
        let strict = try open(definition, #"{"request": {"url": "/b"}, "response": {"status": 500}}"#, broken)
        ask(strict, "/b")
        #expect(strict.report().isOK, "a stub may respond with a 500")
        ask(strict, "/a")
        #expect(!strict.report().isOK)
        let failures = strict.report().json["failures"]
        #expect(failures?.array?.count == 1)
        #expect(failures?[0]?["url"] == "/a" && failures?[0]?["stub"]?["name"] == "b" && failures?[0]?["reason"]?.string?.isEmpty == false)
        let lenient = try open(SessionDefinition(), broken)
        ask(lenient, "/a")
        #expect(lenient.report().isOK && lenient.report().failureCount == 1)
    }

    @Test func inAStrictSessionAMissIsNotOK() throws {
        var definition = SessionDefinition()
        definition.isStrict = true
        let session = try open(definition)
        #expect(session.report().isOK)
        ask(session, "/nothing")
        #expect(!session.report().isOK)
    }

    @Test(arguments: [
        (#"{"count": 2}"#, [1: false, 2: true, 3: false]), (#"{"atLeast": 2}"#, [1: false, 2: true, 3: true]),
        (#"{"atMost": 1}"#, [0: true, 1: true, 2: false]), (#"{"count": 0}"#, [0: true, 1: false]),
        (#"{"atLeast": 1, "atMost": 2}"#, [0: false, 2: true, 3: false]),
    ]) func expectationsAreJudged(expect: String, verdicts: [Int: Bool]) throws {
        for (count, isMet) in verdicts {
            let session = try open(SessionDefinition(), #"{"name": "it", "request": {"url": "/a"}, "expect": \#(expect)}"#)
            for _ in 0..<count { ask(session, "/a") }
            let report = session.report()
            #expect(report.isOK == isMet, "\(expect) \(count)")
            let phrase = expect == #"{"count": 0}"# ? "never to respond" : "to respond"
            #expect(report.expectations.first?.sentence.contains("The stub \"it\" was expected \(phrase)") == true)
            #expect(report.unusedStubs.isEmpty == (count > 0 || isMet), "one that may remain unused is not unused")
        }
    }

    @Test(arguments: [
        (["/a", "/b", "/c"], true), (["/a", "/a", "/b", "/x", "/c"], true), (["/b", "/a", "/c"], false), (["/a", "/b"], false), ([], false),
    ]) func theOrderIsJudged(targets: [String], isMet: Bool) throws {
        var definition = SessionDefinition()
        definition.expectedOrder = ["a", "b", "c"]
        let session = try open(
            definition, #"{"name": "a", "request": {"url": "/a"}}"#, #"{"name": "b", "request": {"url": "/b"}}"#,
            #"{"name": "c", "request": {"url": "/c"}}"#, #"{"name": "x", "request": {"url": "/x"}}"#)
        for target in targets { ask(session, target) }
        #expect(session.report().isOK == isMet, "\(session.report().expectations)")
    }

    @Test func anEmptiedJournalForgetsNeitherMissesNorExpectations() throws {
        let session = try open(SessionDefinition(), #"{"request": {"url": "/a"}, "expect": {"count": 1}}"#)
        ask(session, "/a", "/nothing")
        session.reset()
        #expect(session.report().requests == 0 && session.report().unmatchedCount == 1)
        #expect(session.report().unmatched.map(\.url) == ["/nothing"])
        #expect(session.report().unmatched.first?.explanation?.contains("/nothing") == true)
        ask(session, "/other")
        session.resetJournal()
        #expect(session.report().unmatched.map(\.url) == ["/nothing", "/other"])
        #expect(session.report().isOK)
        ask(session, "/a")
        #expect(!session.report().isOK)
    }

    @Test func whatAnExpectationCannotMeanIsTold() throws {
        let problems = try EngineHarness().problems(#"{"request": {"url": "/a"}, "expect": {"count": 1, "atLeast": 2}}"#)
        #expect(problems.contains { $0.contains("\"count\" leaves nothing") })
        #expect(try EngineHarness().problems(#"{"request": {"url": "/a"}, "expect": {}}"#).contains { $0.contains("says nothing") })
        #expect(try EngineHarness().problems(#"{"request": {"url": "/a"}, "expect": {"atLeast": 3, "atMost": 1}}"#).count == 1)
    }
}
