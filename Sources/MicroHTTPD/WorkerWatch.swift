internal import Synchronization

/// Notices workers that make no progress: they have been occupied by the same request since an earlier look.
///
/// Costs the requests nothing, because the phase of each exchange is known anyway. Any thread.
final class WorkerWatch: Sendable {
    private struct Sight {
        /// How many requests the connection had received.
        var request: Int
        /// When this request was first seen to occupy its worker.
        var since: Int64
    }

    private let seen = Mutex<[ObjectIdentifier: Sight]>([:])

    /// Looks at the connections of a daemon.
    /// - Returns: how many requests occupy a worker now and did so at a look that is at least that long ago.
    func look(at exchanges: [Exchange], now: Int64, patience: Duration) -> Int {
        seen.withLock { seen in
            var sights: [ObjectIdentifier: Sight] = [:]
            var stuck = 0
            for exchange in exchanges where exchange.phase == .deciding {
                let key = ObjectIdentifier(exchange)
                let count = exchange.requestCount
                if let known = seen[key], known.request == count {
                    sights[key] = known
                    if now - known.since >= patience.nanosecondsAhead { stuck += 1 }
                } else {
                    sights[key] = Sight(request: count, since: now)
                }
            }
            seen = sights
            return stuck
        }
    }
}
