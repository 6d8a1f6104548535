/// Decides which of the held requests of a session gets its response next. A value without a socket or clock.
///
/// The session reports events and performs the returned actions. It has one timer: `setTimer` replaces the previous one, `stopTimer` ends
/// it, and an outdated timer event is ignored. Both have rising numbers: of two actions that are performed in the other order, the one with
/// the lower number is outdated.
package struct ReleaseScheduler: Sendable {
    /// What happened in the session.
    package enum Event: Sendable, Hashable {
        /// A request that takes part has arrived. It is held until an action names it.
        case arrived(UInt64, RequestLabel)
        /// The client has acknowledged the last byte of a released response, or never will.
        case delivered(UInt64)
        /// The client of a request has left; the request may be held or released.
        case left(UInt64)
        /// The request has reached the time limit of a hold, and gets a response without a release.
        case timedOut(UInt64)
        /// A test's wait at a gate has ended: what it waited for has arrived.
        case gateWaitMet
        /// The timer of this number has fired.
        case timer(Int)
    }

    /// What the session must do.
    package enum Action: Sendable, Hashable {
        case release(UInt64)
        /// Respond with 409: the replay cannot continue.
        case diverge(UInt64, Divergence)
        case setTimer(Int, Duration)
        case stopTimer(Int)
    }

    private struct Held: Sendable {
        let id: UInt64
        let label: RequestLabel
        /// In a replay, the number in its order; else nil.
        let number: Int?
    }

    private enum Phase: Sendable, Equatable {
        case idle
        /// Something is held, and the settling time is running.
        case settling
        /// A response is being delivered.
        case delivering(UInt64)
        /// In a replay, the client processes the last response.
        case pausing
        /// In a replay, the next request of the order has not arrived.
        case expecting
        case diverged(Divergence)
    }

    /// The order of the releases.
    package let plan: ReleasePlan
    /// The times of the releases.
    package let settings: ReleaseSettings
    /// What has happened so far.
    package private(set) var record = RunRecord()
    private let expected: ExpectedRequests
    /// The requests of earlier runs that have not arrived, and are still waited for.
    private var outstanding: Set<RequestLabel>
    private var released: Set<RequestLabel> = []
    private let ranks: [RequestLabel: Int]
    private var held: [Held] = []
    private var phase = Phase.idle
    private var timer = 0
    private var isTimed = false
    /// In a replay: how many steps are done, and which numbers have arrived or never will.
    private var step = 0
    private var arrived: Set<Int> = []
    private var gone: Set<Int> = []

    /// - Parameter expected: what earlier runs of the same test have shown. It shortens and lengthens the window; a replay ignores it.
    package init(
        _ plan: ReleasePlan, _ settings: ReleaseSettings = ReleaseSettings(), expecting expected: ExpectedRequests = ExpectedRequests()
    ) {
        self.plan = plan
        self.settings = settings
        self.expected = expected
        outstanding = expected.labels
        ranks = if case .preferred(let labels) = plan { Dictionary(zip(labels, 0...)) { first, _ in first } } else { [:] }
    }

    /// Processes an event.
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
        outstanding.remove(label)
        let number = number(of: label)
        if let number { arrived.insert(number) }
        held.append(Held(id: id, label: label, number: number))
        return proceedUnlessReleasing()
    }

    private mutating func leave(_ id: UInt64, _ note: (inout RunRecord, RequestLabel) -> Void) -> [Action] {
        if phase == .delivering(id) { return afterDelivery() }
        guard let index = held.firstIndex(where: { $0.id == id }) else { return [] }
        let request = held.remove(at: index)
        note(&record, request.label)
        if let number = request.number { gone.insert(number) }
        return proceedUnlessReleasing()
    }

    private mutating func proceedUnlessReleasing() -> [Action] {
        switch phase {
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
        case .settling:
            // What has not come by now is not waited for again.
            outstanding = outstanding.filter { !expected.expects($0, after: released) }
            return releaseNext()
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

    /// Continues when no response is being delivered.
    private mutating func proceed() -> [Action] {
        if case .replay(let order) = plan { return follow(order) }
        guard !held.isEmpty else { return rest() }
        phase = .settling
        return [startTimer(window)]
    }

    /// How long no request may arrive before the next release.
    private var window: Duration {
        if record.releases.isEmpty, record.arrivals.count < settings.arrivals { return settings.gathering }
        if expected.isEmpty { return record.releases.isEmpty ? settings.opening ?? settings.settle : settings.settle }
        if outstanding.isEmpty { return settings.calm }
        return outstanding.contains { expected.expects($0, after: released) } ? settings.patience : settings.settle
    }

    private mutating func rest() -> [Action] {
        defer { isTimed = false }
        phase = .idle
        timer += 1
        return isTimed ? [.stopTimer(timer)] : []
    }

    /// Releases the request whose turn it is. At least one must be held.
    private mutating func releaseNext() -> [Action] {
        let index =
            switch plan {
            case .arrival, .replay: 0
            case .reverse: held.count - 1
            case .preferred: held.indices.min { rank(held[$0]) < rank(held[$1]) } ?? 0
            }
        return release(index)
    }

    /// Labels that are not in the list come last; `min` returns the first of equal ones, which is the oldest.
    private func rank(_ request: Held) -> Int { ranks[request.label] ?? .max }

    private mutating func release(_ index: Int) -> [Action] {
        let request = held.remove(at: index)
        record.releases.append(RunRecord.Release(request.label, arrived: record.arrivals.count, others: held.map(\.label)))
        released.insert(request.label)
        phase = .delivering(request.id)
        // The timer first: the delivery may be reported before the release returns.
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
