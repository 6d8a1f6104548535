internal import ResponseOrders
internal import HTTPMessage
internal import Synchronization

/// The explorations of an engine, by id.
final class ExplorationRegistry: Sendable {
    /// How many there may be at once.
    static let limit = 100
    /// When there are too many explorations, those without calls for this long are removed.
    private static let longestIdleTime = Duration.seconds(600)

    private let explorations = Mutex<[String: LiveExploration]>([:])

    func add(_ exploration: LiveExploration) -> (isAdded: Bool, forgotten: [LiveExploration]) {
        explorations.withLock { explorations in
            var forgotten: [LiveExploration] = []
            if explorations.count >= Self.limit {
                forgotten = explorations.values.filter { $0.idleTime > Self.longestIdleTime }
                for old in forgotten { explorations[old.id] = nil }
            }
            guard explorations.count < Self.limit else { return (false, forgotten) }
            explorations[exploration.id] = exploration
            return (true, forgotten)
        }
    }

    subscript(id: String) -> LiveExploration? { explorations.withLock { $0[id] } }

    func remove(_ id: String) -> LiveExploration? { explorations.withLock { $0.removeValue(forKey: id) } }
}
