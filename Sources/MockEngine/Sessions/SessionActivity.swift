internal import HTTPMessage
internal import Synchronization

/// When a session was last used, and how much. Real time.
final class SessionActivity: Sendable {
    private let createdAt: Duration
    private let lastUse: Atomic<Int64>
    private let requestCount = Atomic<Int>(0)
    /// The requests before the latest reset.
    private let earlierCount = Atomic<Int>(0)
    private let missCount = Atomic<Int>(0)
    private let failures = Mutex<(listed: [SessionReport.Failure], count: Int)>(([], 0))
    private let keptMisses = Mutex<[SessionReport.Unmatched]>([])
    /// How many failures are listed.
    private static let listedFailures = 100

    init(at uptime: Duration) {
        createdAt = uptime
        lastUse = Atomic(uptime.wholeNanoseconds)
    }

    var requests: Int { requestCount.load(ordering: .relaxed) }
    /// All requests, also those before a reset.
    var allRequests: Int { earlierCount.load(ordering: .relaxed) + requests }
    var unmatched: Int { missCount.load(ordering: .relaxed) }

    func noteRequest(at uptime: Duration) {
        requestCount.add(1, ordering: .relaxed)
        touch(at: uptime)
    }

    /// The responses that could not be made: the first of them, and how many there were.
    var failed: (listed: [SessionReport.Failure], count: Int) { failures.withLock { $0 } }

    func note(_ failure: SessionReport.Failure) {
        failures.withLock { failures in
            failures.count += 1
            if failures.listed.count < Self.listedFailures { failures.listed.append(failure) }
        }
    }

    /// The unmatched requests whose entries an emptied journal had, the first hundred.
    var kept: [SessionReport.Unmatched] { keptMisses.withLock { $0 } }

    /// Keeps unmatched requests whose entries the journal is about to drop.
    func keep(_ misses: [SessionReport.Unmatched]) {
        keptMisses.withLock { $0 = Array(($0 + misses).prefix(SessionReport.listedUnmatched)) }
    }

    func noteMiss() { missCount.add(1, ordering: .relaxed) }

    /// Restarts the idle time.
    func touch(at uptime: Duration) { lastUse.store(uptime.wholeNanoseconds, ordering: .relaxed) }

    func age(at uptime: Duration) -> Duration { uptime - createdAt }

    func idleTime(at uptime: Duration) -> Duration { .nanoseconds(uptime.wholeNanoseconds - lastUse.load(ordering: .relaxed)) }

    /// Restarts the count of requests. Misses and failures stay, because a strict session does not forget them.
    func reset() { earlierCount.add(requestCount.exchange(0, ordering: .relaxed), ordering: .relaxed) }
}
