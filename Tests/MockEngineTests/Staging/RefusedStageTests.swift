import HTTPMessage
import Synchronization
import Testing

@testable import MockEngine

/// What the access log and the journal say of a held response that was refused.
@Suite struct RefusedStageTests: StagingSuite {
    let machine = ManualClock()
    let engine: MockEngine
    private let observer = Observer()

    private final class Observer: ExchangeObserver {
        let statuses = Mutex<[Int]>([])
        /// Called when a response could not be made.
        let whenFailed = Mutex<(@Sendable () -> Void)?>(nil)
        let wantsExchanges = true
        func finished(_ exchange: FinishedExchange) { statuses.withLock { $0.append(exchange.status) } }
        func failed(_ request: Request, _ reason: String) { whenFailed.withLock { $0 }?() }
    }

    init() {
        var environment = EngineEnvironment()
        environment.observer = observer
        engine = MockEngine(environment, .manual(machine))
    }

    @Test func theAccessLogHasTheStatusOfTheRefusal() throws {
        try add(#"{"body": "0123456789", "hold": "g", "holdTimeoutMilliseconds": 500}"#)
        let wire = try ask()
        machine.advance(by: .milliseconds(500))
        #expect(wire.status == 504)
        #expect(observer.statuses.withLock { $0 } == [504])
    }

    /// The session ends between the decision about the response and its first hold.
    @Test func aRefusalThatComesFirstEndsTheExchangeToo() throws {
        try add(#"{"body": "{{nothing 1}}", "transformers": ["response-template"], "hold": "g"}"#)
        observer.whenFailed.withLock { $0 = { [engine] in engine.session.endWaiting("The session has ended.") } }
        let wire = try ask()
        #expect(wire.status == 503)
        #expect(entry?.response.status == 503)
        #expect(entry?.outcome?.ending == .performed)
    }
}
