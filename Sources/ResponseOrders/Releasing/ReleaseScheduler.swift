/// Decides which of the requests that a session holds is answered next. A value: it knows no socket and no clock.
///
/// The session tells it what happens and does what it says. It has one timer: `setTimer` replaces the one before, and a timer that
/// comes late is passed over.
package struct ReleaseScheduler: Sendable {
    package enum Event: Sendable, Hashable {
        /// A request that takes part. It is held until an action names it.
        case arrived(UInt64, RequestLabel)
        /// The client has acknowledged the last byte of a response that was released, or will never do so.
        case delivered(UInt64)
        /// The client of a request left, whether the request is held or was released.
        case left(UInt64)
        /// The request has been held as long as a request may be, and is answered without a release.
        case timedOut(UInt64)
        /// A wait at a gate is met: whatever the test waits for has arrived.
        case gateWaitMet
        /// The timer of this number.
        case timer(Int)
    }

    package enum Action: Sendable, Hashable {
        case release(UInt64)
        /// Answer 409: the replay cannot go on.
        case diverge(UInt64, Divergence)
        case setTimer(Int, Duration)
        case stopTimer
    }

    private struct Held: Sendable {
        let id: UInt64
        let label: RequestLabel
        /// In a replay: the number in its order.
        let number: Int?
    }

    private enum Phase: Sendable, Equatable {
        case idle
        /// Something is held, and the window is open.
        case settling
        /// A response is under way.
        case delivering(UInt64)
        /// A replay: the client works on the last response.
        case pausing
        /// A replay: the next request of the order has not arrived.
        case expecting
        case diverged(Divergence)
    }

    package let plan: ReleasePlan
    package let settings: ReleaseSettings
    /// What has happened so far.
    package private(set) var record = RunRecord()
    private let ranks: [RequestLabel: Int]
    private var held: [Held] = []
    private var phase = Phase.idle
    private var timer = 0
    private var isTimed = false
    /// A replay: how many steps are done, and the numbers that have arrived, or will not any more.
    private var step = 0
    private var arrived: Set<Int> = []
    private var gone: Set<Int> = []

    package init(_ plan: ReleasePlan, _ settings: ReleaseSettings = ReleaseSettings()) {
        self.plan = plan
        self.settings = settings
        ranks = if case .preferred(let labels) = plan { Dictionary(zip(labels, 0...)) { first, _ in first } } else { [:] }
    }

    /// The requests that are held, the oldest first.
    package var heldRequests: [UInt64] { held.map(\.id) }

    /// - Returns: what to do, in this order.
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .arrived(let id, let label): arrive(id, label)
        case .delivered(let id): phase == .delivering(id) ? afterDelivery() : []
        case .left(let id): leave(id) { $0.left.append($1) }
        case .timedOut(let id): leave(id) { $0.timedOut.append($1) }
        case .gateWaitMet: settleNow()
        case .timer(let number): number == timer ? timerFired() : []
        }
    }

    // MARK: Events

    private mutating func arrive(_ id: UInt64, _ label: RequestLabel) -> [Action] {
        if case .diverged(let divergence) = phase { return [.diverge(id, divergence)] }
        guard record.arrivals.count < settings.limit else {
            record.beyondLimit += 1
            return [.release(id)]
        }
        record.arrivals.append(label)
        let number = number(of: label)
        if let number { arrived.insert(number) }
        held.append(Held(id: id, label: label, number: number))
        return switch phase {
        case .idle, .settling, .expecting: proceed()
        case .delivering, .pausing, .diverged: []
        }
    }

    private mutating func leave(_ id: UInt64, _ note: (inout RunRecord, RequestLabel) -> Void) -> [Action] {
        if phase == .delivering(id) { return afterDelivery() }
        guard let index = held.firstIndex(where: { $0.id == id }) else { return [] }
        let request = held.remove(at: index)
        note(&record, request.label)
        if let number = request.number { gone.insert(number) }
        return switch phase {
        case .idle, .settling, .expecting: proceed()
        case .delivering, .pausing, .diverged: []
        }
    }

    private mutating func settleNow() -> [Action] {
        if isReplay || held.isEmpty { return [] }
        return releaseNext()
    }

    private mutating func timerFired() -> [Action] {
        isTimed = false
        switch phase {
        case .settling: return releaseNext()
        case .pausing:
            phase = .idle
            return proceed()
        case .delivering:
            if let last = record.releases.last { record.unacknowledged.append(last.label) }
            return afterDelivery()
        case .expecting: return diverge()
        case .idle, .diverged: return []
        }
    }

    private mutating func afterDelivery() -> [Action] {
        guard isReplay, settings.pause > .zero else {
            phase = .idle
            return proceed()
        }
        phase = .pausing
        return [startTimer(settings.pause)]
    }

    // MARK: Releases

    /// Goes on when nothing is under way.
    private mutating func proceed() -> [Action] {
        if case .replay(let order) = plan { return follow(order) }
        guard !held.isEmpty else { return rest() }
        phase = .settling
        return [startTimer(settings.settle)]
    }

    private mutating func rest() -> [Action] {
        defer { isTimed = false }
        phase = .idle
        timer += 1
        return isTimed ? [.stopTimer] : []
    }

    /// Releases the request whose turn it is; something is held.
    private mutating func releaseNext() -> [Action] {
        let index =
            switch plan {
            case .arrival, .replay: 0
            case .reverse: held.count - 1
            case .preferred: held.indices.min { rank(held[$0]) < rank(held[$1]) } ?? 0
            }
        return release(index)
    }

    /// Labels that are not in the list come last; `min` gives the first, and so the oldest, of those that are equal.
    private func rank(_ request: Held) -> Int { ranks[request.label] ?? .max }

    private mutating func release(_ index: Int) -> [Action] {
        let request = held.remove(at: index)
        record.releases.append(RunRecord.Release(request.label, arrived: record.arrivals.count, others: held.map(\.label)))
        phase = .delivering(request.id)
        // The timer first: the delivery may be told before the release returns.
        return [startTimer(settings.acknowledgement), .release(request.id)]
    }

    private mutating func startTimer(_ duration: Duration) -> Action {
        timer += 1
        isTimed = true
        return .setTimer(timer, duration)
    }

    // MARK: Replays

    private var isReplay: Bool { if case .replay = plan { true } else { false } }

    private func number(of label: RequestLabel) -> Int? {
        guard case .replay(let order) = plan else { return nil }
        if !order.checks.isEmpty { return order.number(of: label) }
        return record.arrivals.count <= order.count ? record.arrivals.count : nil
    }

    private mutating func follow(_ order: FullOrder) -> [Action] {
        while step < order.count, gone.contains(order.steps[step].number) { step += 1 }
        guard step < order.count else { return held.isEmpty ? rest() : release(0) }
        let next = order.steps[step]
        if arrived.count >= next.arrivals, let index = held.firstIndex(where: { $0.number == next.number }) {
            step += 1
            return release(index)
        }
        guard !held.isEmpty else { return rest() }
        phase = .expecting
        return [startTimer(settings.divergence)]
    }

    private mutating func diverge() -> [Action] {
        guard case .replay(let order) = plan, step < order.count else { return [] }
        let divergence = Divergence(
            number: order.steps[step].number, released: step, count: order.count,
            arrived: arrived.count, needed: order.steps[step].arrivals, held: held.map(\.label))
        record.divergence = divergence
        phase = .diverged(divergence)
        defer { held = [] }
        return held.map { .diverge($0.id, divergence) }
    }
}
