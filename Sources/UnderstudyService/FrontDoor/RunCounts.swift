internal import Synchronization

/// What the stop line counts beside the journal of the server's own session. Any thread.
final class RunCounts: Sendable {
    private let misses = Atomic(0)
    private let lost = Atomic(0)
    private let ended = Mutex((sessions: 0, requests: 0))

    /// Requests without a match, in all sessions.
    var unmatched: Int { misses.load(ordering: .relaxed) }
    /// Requests that belong to no open session.
    var lostRequests: Int { lost.load(ordering: .relaxed) }
    /// Sessions that have ended, and how many requests came in them.
    var endedSessions: (sessions: Int, requests: Int) { ended.withLock { $0 } }

    func addMiss() { misses.add(1, ordering: .relaxed) }
    func addLostRequest() { lost.add(1, ordering: .relaxed) }

    func noteEnd(ofSessionWith requests: Int) {
        ended.withLock { ended in
            ended.sessions += 1
            ended.requests += requests
        }
    }
}
