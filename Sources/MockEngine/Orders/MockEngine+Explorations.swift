package import ResponseOrders
package import StubModel

/// Opening, finding and closing explorations.
extension MockEngine {
    /// How many explorations there may be at once.
    package static var maximumExplorations: Int { ExplorationRegistry.limit }

    /// Opens an exploration; no run starts yet.
    /// - Returns: nil if the maximum is reached.
    package func openExploration(
        _ settings: Exploration.Settings, order: OrderDefinition, session definition: SessionDefinition = SessionDefinition(),
        stubs: [CompiledStub] = []
    ) -> LiveExploration? {
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        let exploration = LiveExploration(
            id: id, settings, order: order, session: definition, stubs: stubs, clock: session.realClock)
        let (isAdded, forgotten) = explorations.add(exploration)
        for old in forgotten { for session in old.close() { close(session) } }
        return isAdded ? exploration : nil
    }

    /// How long a result may arrive after the end of its session.
    private static let patience = Duration.seconds(5)

    /// Starts a run in this session. If the session ends and no result follows, the run is lost.
    /// - Returns: false if the exploration has ended; the session is closed then.
    package func begin(_ run: ExplorationRun, of exploration: LiveExploration, in session: Session) -> Bool {
        guard exploration.began(run.number, in: session) else {
            close(session)
            return false
        }
        let timer = self.session.options.timer
        session.whenEnded { [weak exploration] in
            guard let exploration, exploration.isUnderWay(run.number) else { return }
            timer.schedule(after: Self.patience) { exploration.lose(run.number) }
        }
        return true
    }

    /// The exploration with this id; nil if there is none.
    package func exploration(id: String) -> LiveExploration? { explorations[id] }

    /// Ends an exploration, and the sessions of its runs.
    /// - Returns: nil if there is none with this id.
    package func closeExploration(id: String) -> LiveExploration? {
        guard let exploration = explorations.remove(id) else { return nil }
        for session in exploration.close() { close(session) }
        return exploration
    }
}

extension Session {
    /// What has happened in the session, for a run under an order; nothing but the numbers of requests in a session without one.
    package var runRecord: RunRecord {
        var record = options.order?.record ?? RunRecord()
        record.requests = activity.allRequests
        record.unmatched = activity.unmatched
        return record
    }
}
