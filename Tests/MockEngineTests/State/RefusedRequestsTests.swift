import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// Requests that the wire refused are in the journal.
@Suite struct RefusedRequestsTests {
    private func entries(_ refusal: WireRefusal) throws -> [JournalEntry] {
        let session = try EngineHarness().engine.session
        session.refused(refusal)
        return Array(session.journal.snapshot().newestFirst)
    }

    @Test(arguments: [
        (WireRefusal.Cause.bodyTooLong, 413, ExchangeOutcome.Ending.performed), (.bodyTimeout, 408, .timedOut),
        (.brokenOff, 0, .clientLeft),
    ])
    func theyAreUnmatchedAndSayWhy(cause: WireRefusal.Cause, status: Int, ending: ExchangeOutcome.Ending) throws {
        let request = Request(method: "POST", target: "/up")
        let entry = try #require(try entries(WireRefusal(cause, request, status: status, reason: "too long", sentBytes: 7)).first)
        #expect(!entry.wasMatched)
        #expect(entry.response.status == status)
        #expect(entry.json["responseDefinition"]?["status"] == JSONValue(status == 0 ? 404 : status))
        #expect(entry.outcome == ExchangeOutcome(ending: ending, bodyBytes: 7))
        #expect(entry.details.subEvents.map(\.data) == [["message": "too long"]])
    }

    @Test func aStrictSessionFailsByThem() throws {
        let engine = try EngineHarness().engine
        var definition = SessionDefinition()
        definition.isStrict = true
        let session = try engine.openSession(.manual(), SessionIdentity(definition, createdAt: Timestamp(milliseconds: 0)))
        session.refused(WireRefusal(.brokenOff, Request(method: "POST", target: "/left"), status: 0, reason: "left", sentBytes: 0))
        #expect(session.report().isOK)
        session.refused(WireRefusal(.bodyTooLong, Request(method: "POST", target: "/up"), status: 413, reason: "too long", sentBytes: 7))
        let report = session.report()
        #expect(!report.isOK && report.requests == 1 && report.unmatchedCount == 1)
        #expect(report.unmatched.map(\.url) == ["/up"])
        #expect(report.unmatched.map(\.hints) == [["too long"]])
    }

    @Test func aMalformedHeadIsListedWithoutMethodAndTarget() throws {
        let entry = try #require(try entries(WireRefusal(.malformed, Request(), status: 400, reason: "no HTTP")).first)
        #expect(entry.request.method.isEmpty && entry.response.status == 400)
    }

    @Test(arguments: [WireRefusal.Cause.tls, .http2, .brokenOff]) func whatIsNoRequestIsNotListed(cause: WireRefusal.Cause) throws {
        #expect(try entries(WireRefusal(cause, Request(), reason: "no request")).isEmpty)
    }
}
