import HTTPMessage
import JSONDocument
import StubModel

@testable import MockEngine

/// An engine with a manual clock, and one of its stubs.
private let clock = ManualClock(Timestamp(milliseconds: 0))
private let engine = MockEngine(EngineEnvironment(), .manual(clock))
private let mapping = """
    {"id": "04746d8a-8bc7-44d2-bd8e-52d2c91fe297", "request": {"url": "/feed", "method": "GET"},
     "response": {"status": 200, "body": "hello", "headers": {"Content-Type": "text/plain"}}}
    """

let fakeStub = try! EngineHarness.compile(mapping, in: engine)
/// The stub's response.
let fakeAnswer = fakeStub.ownResponse(0)!

extension ServeEvent {
    /// A request that arrived at this moment and has a plan.
    /// - Parameter processing: the time from arrival to plan.
    static func answered(
        _ request: Request, at arrivedAt: Timestamp = Timestamp(milliseconds: 0), by stub: CompiledStub? = fakeStub,
        _ response: Response = fakeAnswer, performance: Performance? = nil, processing: Duration = .zero, notes: [SubEvent] = []
    ) -> ServeEvent {
        let clock = ManualClock(arrivedAt)
        let session = MockEngine(EngineEnvironment(), .manual(clock)).session
        var event = ServeEvent(request, in: session)
        if let stub { event.take(stub, [0]) }
        event.response = response
        event.plan = WirePlan(response, performance: performance)
        event.notes = notes
        clock.advance(by: processing)
        event.measure()
        return event
    }
}

extension Journal {
    /// Opens an entry for a GET that the fake stub matches.
    @discardableResult
    func open(_ target: String, at milliseconds: Int64 = 0, body: [UInt8] = [], matched: Bool = true) -> ExchangeTicket? {
        let request = Request(method: body.isEmpty ? "GET" : "POST", target: target, headers: [("Host", "localhost:8080")], body: body)
        return open(.answered(request, at: Timestamp(milliseconds: milliseconds), by: matched ? fakeStub : nil))
    }

    var targets: [String] { snapshot().newestFirst.map(\.request.target) }
}
