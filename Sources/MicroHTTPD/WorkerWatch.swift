internal import Synchronization

/// Notices workers that make no progress: they have been occupied by the same request since an earlier look.
///
/// Costs the requests nothing, because the phase of each exchange is known anyway. Any thread.
final class WorkerWatch: Sendable {
    /// A request that occupies a worker.
    struct Occupant: Hashable {
        /// The number of the connection. The address of its exchange does not identify it: the next connection may get the same one.
        var connection: Int
        /// How many requests the connection had received.
        var request: Int
    }

    /// When each request was first seen to occupy its worker.
    private let seen = Mutex<[Occupant: Int64]>([:])

    /// Looks at the requests that occupy a worker of a daemon now.
    /// - Returns: how many of them did so at a look that is at least that long ago.
    func look(at occupants: [Occupant], now: Int64, patience: Duration) -> Int {
        seen.withLock { seen in
            let known = seen
            seen = [:]
            var stuck = 0
            for occupant in occupants {
                let since = known[occupant]
                seen[occupant] = since ?? now
                if let since, now - since >= patience.nanosecondsAhead { stuck += 1 }
            }
            return stuck
        }
    }
}

extension Exchange {
    /// Its request, if that occupies the worker.
    var occupant: WorkerWatch.Occupant? {
        phase == .deciding ? WorkerWatch.Occupant(connection: number, request: requestCount) : nil
    }
}
