internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// Connections from the server to itself, one to each worker: a worker that takes its next connection makes progress. They carry no
/// request, and the responder does not learn of them. Any thread.
final class WorkerProbes: Sendable {
    private struct Probe {
        /// Our end. The library has the other one.
        let descriptor: Int32
        let since: Int64
    }

    /// How long a connection waits at least before its worker counts as silent, in nanoseconds. One that is only busy may take that long.
    private static let leastPatience: Int64 = 1_000_000_000

    /// Those that no worker has taken, by the library's descriptor.
    private let waiting = Mutex<[Int32: Probe]>([:])
    private let areWaiting = Atomic<Bool>(false)

    deinit { waiting.withLock { for probe in $0.values { close(probe.descriptor) } } }

    /// How many workers have not taken a connection that waits for at least that long.
    func silentWorkers(now: Int64, patience: Duration) -> Int {
        let patience = max(Self.leastPatience, patience.nanosecondsAhead)
        return waiting.withLock { $0.values.count { now - $0.since >= patience } }
    }

    /// Sends a connection to each worker that has taken its last one.
    /// - Parameter workers: how many there are.
    func send(to workers: Int, now: Int64, add: (Int32) -> Bool) {
        let asked = waiting.withLock { Set($0.keys.map { Int($0) % workers }) }
        for worker in 0..<workers where !asked.contains(worker) {
            guard let (ours, theirs) = Self.pair(for: worker, of: workers) else { return }
            waiting.withLock { $0[theirs] = Probe(descriptor: ours, since: now) }
            areWaiting.store(true, ordering: .sequentiallyConsistent)
            if !add(theirs) { _ = take(theirs) }
        }
    }

    /// A worker has begun with a connection.
    /// - Returns: whether it is one of these. It ends at once.
    func take(_ descriptor: Int32) -> Bool {
        guard areWaiting.load(ordering: .acquiring) else { return false }
        let probe = waiting.withLock { waiting in
            defer { if waiting.isEmpty { areWaiting.store(false, ordering: .releasing) } }
            return waiting.removeValue(forKey: descriptor)
        }
        if let probe { close(probe.descriptor) }
        return probe != nil
    }

    /// The two ends of a connection, the second with a descriptor for that worker; nil when the system has none left.
    private static func pair(for worker: Int, of workers: Int) -> (ours: Int32, theirs: Int32)? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        guard let theirs = RawSocket(descriptor: ends[1]).moved(toWorker: worker, of: workers) else {
            for end in ends { close(end) }
            return nil
        }
        return (ends[0], theirs)
    }
}
