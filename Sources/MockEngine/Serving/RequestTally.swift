package import HTTPMessage
internal import Synchronization

/// Counts requests by what became of them, for metrics.
///
/// A plain request costs one addition without ordering, to one of eight places by the client's port, so that workers rarely share a cache
/// line. Any thread.
package final class RequestTally: Sendable {
    /// What became of a request.
    package enum Outcome: Int, Sendable, CaseIterable {
        /// A stub responded.
        case stub
        /// A stub passed the request on to another server.
        case proxied
        /// A file of `__files` responded.
        case file
        /// An object of S3 responded.
        case object
        /// Nothing matched.
        case unmatched
        /// The server could not make the response: a template fails, a file or a target is missing.
        case failed
        /// The request was refused: it is malformed, too long or too slow, or its session does not exist.
        case refused
        /// A call of the admin API.
        case admin
        /// A preflight that the server responded to for all stubs.
        case preflight
    }

    /// The upper ends of the groups of added delays, in milliseconds. A further group has the rest.
    package static let delayBounds = [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000]

    private static let places = 8
    /// The length of a place: room for each outcome, in whole cache lines.
    private static let placeLength = 16
    private let counts = InlineArray<128, Atomic<Int>> { _ in Atomic(0) }
    private let delays = InlineArray<11, Atomic<Int>> { _ in Atomic(0) }
    private let delayMicroseconds = Atomic<Int>(0)
    private let limits = Mutex<[String: Int]>([:])

    init() {}

    /// Counts a request.
    package func note(_ outcome: Outcome, _ request: borrowing Request) {
        counts[(request.arrival.clientPort & (Self.places - 1)) * Self.placeLength + outcome.rawValue].add(1, ordering: .relaxed)
    }

    /// Counts a request whose plan is known, and its planned delay: keeping each delayed request until its end, to count what has passed,
    /// takes 2 kB and a quarter more processor time.
    @inline(__always)
    func note(_ serve: borrowing ServeEvent, isFailure: Bool) {
        note(Self.outcome(of: serve, isFailure: isFailure), serve.request)
        if serve.hasDelay { note(delay: serve.addedDelay) }
    }

    /// Counts a request that exceeded a limit and was ended for it; once for each request.
    /// - Parameter limit: the limit's setting, such as `limits.requestSteps`. Only names of settings, of which there are few.
    package func note(exceeded limit: String) { limits.withLock { $0[limit, default: 0] += 1 } }

    /// How many requests had each outcome.
    package func count(_ outcome: Outcome) -> Int {
        var sum = 0
        for place in 0..<Self.places { sum += counts[place * Self.placeLength + outcome.rawValue].load(ordering: .relaxed) }
        return sum
    }

    /// How many delays were in each group of `delayBounds` and above, and the sum of all delays.
    package var addedDelays: (counts: [Int], sum: Duration) {
        (delays.indices.map { delays[$0].load(ordering: .relaxed) }, .microseconds(delayMicroseconds.load(ordering: .relaxed)))
    }

    /// How many requests exceeded each limit, by the limit's setting; in the order of the names.
    package var exceededLimits: [(limit: String, count: Int)] {
        limits.withLock { $0.sorted { $0.key < $1.key }.map { (limit: $0.key, count: $0.value) } }
    }

    private func note(delay: Duration) {
        // A delay of more than 292 years counts as one of them.
        let length = Int(delay.wholeNanoseconds) / 1_000
        let group = Self.delayBounds.firstIndex { length <= $0 * 1_000 } ?? Self.delayBounds.count
        delays[group].add(1, ordering: .relaxed)
        // A thousand of the longest are more than the sum can say.
        delayMicroseconds.wrappingAdd(length, ordering: .relaxed)
    }

    @inline(__always)
    private static func outcome(of serve: borrowing ServeEvent, isFailure: Bool) -> Outcome {
        if isFailure { return .failed }
        if serve.stub != nil { return serve.compiled?.isProxied == true ? .proxied : .stub }
        if serve.isFromFile {
            guard serve.request.arrival.listener == .s3 else { return .file }
            switch serve.plan?.response.status {
            case 400, 403: return .refused
            default: return .object
            }
        }
        return serve.isRefused ? .refused : .unmatched
    }
}
