import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// The HTTP Archive shows what was sent, and not what was planned.
struct HAREntryTests {
    private static let gzip: HeaderFields = [("Accept-Encoding", "gzip")]

    /// The response in the archive.
    /// - Parameters:
    ///   - response: the stub's definition.
    ///   - outcome: how the exchange ended; nil while it has not.
    private func response(
        to request: Request = Request(target: "/"), _ response: String, _ outcome: ExchangeOutcome?
    ) throws -> JSONValue {
        let harness = try EngineHarness(#"{"response": \#(response)}"#)
        guard case .plan(let plan) = harness.engine.session.respond(to: request) else { throw Later() }
        if let outcome { harness.engine.finished(try #require(plan.ticket), outcome) }
        let entry = try #require(harness.engine.lastEntry)
        return try #require(HAREntry(entry).json["response"])
    }

    private struct Later: Error {}

    @Test func aWholeResponseIsShownAsItIs() throws {
        let shown = try response(#"{"body": "0123456789"}"#, ExchangeOutcome(ending: .performed, bodyBytes: 10, status: 200))
        #expect(shown["status"] == 200 && shown["content"]?["text"] == "0123456789" && shown["content"]?["size"] == 10)
        #expect(shown["bodySize"] == 10 && shown["_error"] == nil)
    }

    @Test func aResponseThatIsUnderWayHasNoError() throws {
        let shown = try response(#"{"body": "0123456789"}"#, nil)
        #expect(shown["status"] == 200 && shown["content"]?["size"] == 10 && shown["bodySize"] == -1 && shown["_error"] == nil)
    }

    @Test func aResponseWithoutAHeadHasNoStatus() throws {
        let shown = try response(
            #"{"body": "0123456789", "headers": {"A": "b"}, "fault": "EMPTY_RESPONSE"}"#, ExchangeOutcome(ending: .performed, status: 0))
        #expect(shown["status"] == 0 && shown["headers"] == [] && shown["bodySize"] == 0)
        #expect(shown["content"] == ["size": 0, "mimeType": "", "text": ""])
        #expect(shown["_error"] == "EMPTY_RESPONSE")
    }

    @Test func aFaultInTheBodyLeavesWhatCameBefore() throws {
        let shown = try response(
            #"{"body": "0123456789", "fault": {"effect": "reset", "at": {"bodyBytes": 4}}}"#,
            ExchangeOutcome(ending: .performed, bodyBytes: 4, status: 200))
        #expect(shown["status"] == 200 && shown["content"]?["text"] == "0123" && shown["content"]?["size"] == 4)
        #expect(shown["bodySize"] == 4 && shown["_error"] == "reset after 4 bytes")
    }

    @Test func aFaultBehindTheBodyCutsNothing() throws {
        let shown = try response(
            #"{"body": "0123456789", "fault": {"effect": "close", "at": "end"}}"#,
            ExchangeOutcome(ending: .performed, bodyBytes: 10, status: 200))
        #expect(shown["content"]?["text"] == "0123456789" && shown["_error"] == nil)
    }

    @Test(arguments: [
        (ExchangeOutcome.Ending.clientLeft, "the client left"), (.timedOut, "the time-out expired"),
        (.aborted, "the server broke the response off"),
    ])
    func anEarlyEndIsNamed(ending: ExchangeOutcome.Ending, reason: String) throws {
        let shown = try response(#"{"body": "0123456789"}"#, ExchangeOutcome(ending: ending, bodyBytes: 3, status: 200))
        #expect(shown["content"]?["text"] == "012" && shown["_error"]?.string == reason)
    }

    /// The sizes are those of the compressed body, the text is the plain one.
    @Test func aCompressedBodyIsShownPlain() throws {
        let request = Request(target: "/", headers: Self.gzip)
        let body = String(repeating: "0123456789", count: 100)
        let whole = try response(to: request, #"{"body": "\#(body)"}"#, ExchangeOutcome(ending: .performed, bodyBytes: 40, status: 200))
        #expect(whole["content"]?["size"] == 1_000 && whole["content"]?["text"]?.string == body && whole["_error"] == nil)
        let cut = try response(to: request, #"{"body": "\#(body)"}"#, ExchangeOutcome(ending: .clientLeft, bodyBytes: 20, status: 200))
        #expect(cut["content"]?["size"] == 20 && cut["content"]?["text"] == "" && cut["_error"] == "the client left")
    }

    @Test func aHeadHasNoContentAndNoError() throws {
        let request = Request(method: "HEAD", target: "/")
        let shown = try response(to: request, #"{"body": "0123456789"}"#, ExchangeOutcome(ending: .performed, status: 200))
        #expect(shown["status"] == 200 && shown["content"]?["size"] == 0 && shown["content"]?["text"] == "" && shown["_error"] == nil)
    }
}
