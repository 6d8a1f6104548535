import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// The `Date` of a proxied target on the S3 listener, where a test moves the clock.
@Suite(.timeLimit(.minutes(5))) struct ProxiedDateTests {
    private static let targets = "Thu, 01 Jan 2026 00:00:00 GMT"

    private final class Upstream: UpstreamClient {
        private struct Call: UpstreamCall { func cancel() {} }
        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            completion(.success(Response(status: 200, headers: [("Date", ProxiedDateTests.targets)])))
            return Call()
        }
    }

    private func dates(_ listener: ListenerName, isManual: Bool, _ fields: String = "") throws -> [String] {
        let engine = MockEngine.manual(upstream: Upstream())
        // Stubs without "s3" are for the HTTP listener.
        let request = listener == .s3 ? #"{"s3": {"bucket": "b"}}"# : #"{"urlPath": "/b/k"}"#
        let stub = #"{"request": \#(request), "response": {"proxyBaseUrl": "http://a.test"\#(fields)}}"#
        try engine.add(stub)
        if isManual { engine.session.clock.follow(.manual) }
        let found = Mutex<[String]>([])
        let note: @Sendable (WirePlan) -> Bool = { plan in
            found.withLock { $0 = plan.response.headers.values("Date") }
            return true
        }
        switch engine.session.respond(to: Request(target: "/b/k", arrival: Arrival(listener: listener))) {
        case .plan(let plan): _ = note(plan)
        case .later(let deferred): deferred.whenFulfilled(note)
        }
        return found.withLock { $0 }
    }

    @Test func aManualClockReplacesIt() throws {
        #expect(try dates(.s3, isManual: true) == ["Sun, 13 Sep 2020 12:26:40 GMT"])
        #expect(try dates(.s3, isManual: false) == [Self.targets])
        #expect(try dates(.http, isManual: true) == [Self.targets])
    }

    @Test func aStubsOwnStays() throws {
        let own = "Fri, 02 Jan 2026 00:00:00 GMT"
        #expect(try dates(.s3, isManual: true, #", "headers": {"Date": "\#(own)"}"#) == [own])
    }
}
