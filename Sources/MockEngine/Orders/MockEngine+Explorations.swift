package import ResponseOrders
package import StubModel

/// Explorations come and go.
extension MockEngine {
    /// How many explorations there may be at once.
    package static var maximumExplorations: Int { ExplorationRegistry.limit }

    /// Begins an exploration; nothing runs yet.
    /// - Returns: nil when there are as many as there may be.
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

    /// A result comes a moment after the end of its session, or never.
    private static let patience = Duration.seconds(5)

    /// A run of an exploration goes on in that session. When the session has ended and no result has come, the run is lost.
    package func begin(_ run: ExplorationRun, of exploration: LiveExploration, in session: Session) {
        exploration.began(run.number, in: session)
        let timer = self.session.options.timer
        session.whenEnded { [weak exploration] in
            guard let exploration, exploration.isUnderWay(run.number) else { return }
            timer.schedule(after: Self.patience) { exploration.lose(run.number) }
        }
    }

    /// The exploration of that id; nil when there is none.
    package func exploration(id: String) -> LiveExploration? { explorations[id] }

    /// Ends an exploration, and the sessions of its runs.
    /// - Returns: nil when there is none of that id.
    package func closeExploration(id: String) -> LiveExploration? {
        guard let exploration = explorations.remove(id) else { return nil }
        for session in exploration.close() { close(session) }
        return exploration
    }
}
