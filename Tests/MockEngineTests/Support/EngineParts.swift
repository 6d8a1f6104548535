import HTTPMessage
import MockEngine

extension MockEngine {
    /// An engine whose clock is manual, with these parts.
    static func manual(
        contents: (any ContentSource)? = nil, observer: (any ExchangeObserver)? = nil, upstream: (any UpstreamClient)? = nil
    ) -> MockEngine {
        var environment = EngineEnvironment()
        environment.contents = contents
        environment.observer = observer
        environment.upstream = upstream
        return MockEngine(environment, .manual())
    }

    /// Adds a stub to its own session.
    func add(_ stub: String) throws { session.add(try EngineHarness.compile(stub, in: self)) }

    /// The newest entry of its own session.
    var lastEntry: JournalEntry? { session.journal.snapshot().newestFirst.first { _ in true } }
}

/// What most tests do not ask of their source.
extension ContentSource {
    func filePath(for request: Request) -> String? { nil }
    func existingPath(for request: Request) -> String? { nil }
}

/// What most tests do not look at.
extension ExchangeObserver {
    func finished(_ exchange: FinishedExchange) {}
    func missed(_ report: MissReport, in session: SessionIdentity) {}
    func missed(_ request: Request, _ absence: ContentAbsence, in session: SessionIdentity) {}
    func failed(_ request: Request, _ reason: String) {}
    func webhookFailed(to url: String?, _ reason: String) {}
    func refused(_ refusal: WireRefusal, in session: SessionIdentity?) {}
}
