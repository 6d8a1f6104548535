internal import HTTPMessage
internal import StubModel
internal import Synchronization

/// Calls back when enough requests that meet a condition have arrived in a session.
///
/// While a test waits, each new request is compared on the work queue, so that its response is not delayed. A waiting test uses no thread.
/// Without a journal, only requests that arrive while a test waits are counted. Any thread.
package final class RequestWatch: Sendable {
    /// The requests that met a condition.
    package struct Found: Sendable {
        /// In the order of arrival. Without a journal they have no response but its status.
        package let entries: [JournalEntry]
        /// Earlier requests that cannot be judged: their entries were dropped, or their bodies were too long to
        /// keep or not received.
        package let unknownCount: Int
        /// Whether the journal is off, so that earlier requests do not count.
        package let isJournalDisabled: Bool
        /// The limit that stopped the look at earlier requests, so that nobody knows how many there are; nil if none did.
        package var stop: ComparisonStop?
    }

    private struct Watcher: Sendable {
        let condition: JournalCondition
        let count: Int
        let tell: @Sendable (Found?) -> Void
        /// The requests that met the condition, by number. Holds the entry itself where there is no journal to read it from.
        var found: [UInt64: JournalEntry?] = [:]
        var unknownCount = 0
    }

    /// The most bytes of requests that wait in memory to be compared. Further requests are read again from the journal.
    private static let mostWaitingBytes = 16 << 20
    /// The most requests that wait to be compared, in memory or in the journal. Further ones cannot be judged.
    private static let mostWaiting = 100_000

    fileprivate struct Arrival: Sendable {
        /// Nil if it is read from the journal.
        let request: Request?
        let number: UInt64
        let entry: JournalEntry?
        let arrivedAt: Timestamp
        /// Where to find what an upload form says.
        let form: UploadForm
    }

    private struct State: Sendable {
        var watchers: [UInt64: Watcher] = [:]
        var lastWatcher: UInt64 = 0
        var lastArrival: UInt64 = 0
        var arrivals: [Arrival] = []
        /// Bytes of those that are in memory.
        var arrivalBytes = 0
        /// How many came while `mostWaiting` waited.
        var undecidedCount = 0
        var isComparing = false
        /// Requests below this number no longer count.
        var firstNumber: UInt64 = 0
        var hasEnded = false
    }

    private let journal: Journal
    private let work: (any WorkQueue)?
    private let state = Mutex(State())
    private let watcherCount = Atomic<Int>(0)

    init(_ journal: Journal, _ work: (any WorkQueue)?) {
        self.journal = journal
        self.work = work
    }

    // MARK: Requests

    /// Notes a request, which is already in the journal if there is one. Does nothing while no test waits.
    func arrived(_ serve: ServeEvent) {
        let (request, arrivedAt) = (serve.request, serve.arrivedAt)
        let number = journal.settings.isEnabled ? serve.ticket?.number : nil
        let begins = state.withLock { state in
            if state.watchers.isEmpty { return false }
            state.lastArrival += 1
            guard state.arrivals.count < Self.mostWaiting else {
                state.undecidedCount += 1
                return false
            }
            let bodyBytes = if case .bytes(let bytes) = request.body { bytes.count } else { 0 }
            let bytes = request.headByteCount + bodyBytes
            let fits = state.arrivalBytes + bytes <= Self.mostWaitingBytes
            let entry = fits && number == nil ? JournalEntry(unkept: serve, state.lastArrival, of: journal) : nil
            state.arrivals.append(
                Arrival(
                    request: fits ? request : nil, number: number ?? state.lastArrival, entry: entry, arrivedAt: arrivedAt,
                    form: UploadForm(serve.form, of: request, hasBody: !request.lacksAnnouncedBody)))
            if fits { state.arrivalBytes += bytes }
            defer { state.isComparing = true }
            return !state.isComparing
        }
        guard begins else { return }
        if let work { work.submitInAnyCase { [self] in compare() } } else { compare() }
    }

    /// Compares queued requests until the queue is empty.
    private func compare() {
        while true {
            let waiting: State = state.withLock { state in
                if state.arrivals.isEmpty { state.isComparing = false }
                defer {
                    state.arrivals = []
                    state.arrivalBytes = 0
                    state.undecidedCount = 0
                }
                return state
            }
            let arrivals = waiting.arrivals
            if arrivals.isEmpty { return }
            let entries = entries(of: arrivals.filter { $0.request == nil })
            for (number, watcher) in waiting.watchers.sorted(by: { $0.key < $1.key }) {
                let verdicts = arrivals.map { watcher.condition.verdict(on: $0, entries[$0.number]) }
                let meant = zip(arrivals, verdicts).filter { $0.1 == .matches }
                let unknownCount = waiting.undecidedCount + verdicts.count { $0 == .undecided }
                add(meant.map { ($0.0.number, $0.0.entry) }, unknown: (unknownCount, waiting.firstNumber), to: number)
            }
        }
    }

    /// The journal's entries of requests that did not wait in memory, by number. Some may be dropped; without a journal there are none.
    private func entries(of arrivals: [Arrival]) -> [UInt64: JournalEntry] {
        let numbers = Set(arrivals.map(\.number))
        guard journal.settings.isEnabled, let first = numbers.min(), let last = numbers.max() else { return [:] }
        let entries = journal.snapshot().entries(after: first - 1).prefix { $0.sequence <= last }.filter { numbers.contains($0.sequence) }
        return Dictionary(entries.map { ($0.sequence, $0) }) { first, _ in first }
    }

    /// - Parameter unknown: undecided requests, and the value of `firstNumber` for which they were counted.
    private func add(_ found: [(UInt64, JournalEntry?)], unknown: (count: Int, firstNumber: UInt64)? = nil, to number: UInt64) {
        let reached: Watcher? = state.withLock { state in
            for (sequence, entry) in found where sequence >= state.firstNumber {
                state.watchers[number]?.found[sequence] = .some(entry)
            }
            if let unknown, unknown.firstNumber == state.firstNumber { state.watchers[number]?.unknownCount += unknown.count }
            guard let watcher = state.watchers[number], watcher.found.count >= watcher.count else { return nil }
            return take(number, &state)
        }
        if let reached { reached.tell(told(reached)) }
    }

    private func take(_ number: UInt64, _ state: inout State) -> Watcher? {
        let watcher = state.watchers.removeValue(forKey: number)
        watcherCount.store(state.watchers.count, ordering: .releasing)
        return watcher
    }

    private func told(_ watcher: Watcher) -> Found {
        var entries = watcher.found.values.compactMap { $0 }
        if entries.count < watcher.found.count {
            entries = journal.snapshot().oldestFirst.filter { watcher.found.keys.contains($0.sequence) }
        }
        return Found(
            entries: entries.sorted { $0.sequence < $1.sequence }, unknownCount: watcher.unknownCount,
            isJournalDisabled: !journal.settings.isEnabled)
    }

    // MARK: Tests

    /// Whether somebody waits now.
    var isAwaited: Bool { watcherCount.load(ordering: .acquiring) > 0 }

    /// Calls `tell` once, on any thread, when `count` requests have met the condition; before this returns if they already have. Requests
    /// in the journal count.
    /// - Parameter tell: gets nil if the session ends first, or has ended.
    /// - Returns: a number for `stopWaiting`.
    package func wait(for condition: JournalCondition, count: Int, _ tell: @escaping @Sendable (Found?) -> Void) -> UInt64 {
        let (number, firstNumber): (UInt64, UInt64) = state.withLock { state in
            if state.hasEnded { return (0, 0) }
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = Watcher(condition: condition, count: count, tell: tell)
            watcherCount.store(state.watchers.count, ordering: .releasing)
            return (state.lastWatcher, state.firstNumber)
        }
        if number == 0 {
            tell(nil)
            return 0
        }
        // From here on, `arrived` reports new requests. Those already in the journal are counted here; a request in both has the same
        // number, so it counts once.
        let snapshot = journal.snapshot()
        let budget = ComparisonBudget(condition.matcher.limits)
        var meant: [(UInt64, JournalEntry?)] = []
        var unknown = snapshot.droppedCount
        for entry in snapshot.oldestFirst {
            do throws(ComparisonStop) {
                switch try condition.verdict(on: entry, at: entry.arrivedAt, within: budget) {
                case .matches: meant.append((entry.sequence, nil))
                case .undecided: unknown += 1
                case .differs: break
                }
            } catch {
                if let watcher = state.withLock({ take(number, &$0) }) {
                    watcher.tell(
                        Found(entries: [], unknownCount: 0, isJournalDisabled: !journal.settings.isEnabled, stop: error))
                }
                return number
            }
        }
        add(meant, unknown: (unknown, firstNumber), to: number)
        return number
    }

    /// Stops waiting.
    /// - Returns: a closure that gives what has arrived so far, by reading the whole journal; nil if `tell` was called already or no wait
    ///   has this number.
    @discardableResult
    package func stopWaiting(_ number: UInt64) -> (@Sendable () -> Found)? {
        guard let watcher = state.withLock({ take(number, &$0) }) else { return nil }
        return { [self] in told(watcher) }
    }

    /// Ends all waits, because the session ends.
    func end() {
        let watchers = state.withLock { state in
            state.hasEnded = true
            defer {
                state.watchers = [:]
                watcherCount.store(0, ordering: .releasing)
            }
            return state.watchers
        }
        for (_, watcher) in watchers.sorted(by: { $0.key < $1.key }) { watcher.tell(nil) }
    }

    /// Drops what arrived before the journal was reset. Later requests still count.
    /// - Parameter firstNumber: the first request that the journal keeps now.
    func forget(before firstNumber: UInt64) {
        state.withLock { state in
            // Without a journal, requests are numbered here.
            let firstNumber = journal.settings.isEnabled ? firstNumber : state.lastArrival + 1
            state.firstNumber = max(state.firstNumber, firstNumber)
            for number in state.watchers.keys {
                if let found = state.watchers[number]?.found { state.watchers[number]?.found = found.filter { $0.key >= firstNumber } }
                state.watchers[number]?.unknownCount = 0
            }
        }
    }
}

extension JournalCondition {
    /// - Parameter entry: what the journal has of a request that did not wait in memory; nil if it has dropped it.
    fileprivate func verdict(on arrival: RequestWatch.Arrival, _ entry: JournalEntry?) -> JournalCount.Verdict {
        if let request = arrival.request { return verdict(on: request, arrival.form, at: arrival.arrivedAt) }
        guard let entry else { return .undecided }
        return (try? verdict(on: entry, at: arrival.arrivedAt, within: ComparisonBudget(matcher.limits))) ?? .undecided
    }
}

extension JournalEntry {
    /// Makes an entry for a request that no journal keeps, with what responds to it. Of the response it has the status alone, if that is
    /// known.
    fileprivate init(unkept serve: ServeEvent, _ number: UInt64, of journal: Journal) {
        self.init(
            id: .entry(seed: journal.idSeed, sequence: number), sequence: number, request: serve.request,
            bodyDigest: BodyDigest(notReceived: serve.request), arrivedAt: serve.arrivedAt, processing: .zero, addedDelay: .zero,
            stub: serve.stub, responseIndex: serve.responseIndex, response: Response(status: serve.response?.status ?? 0),
            trimmedLength: nil, details: EntryDetails(form: serve.form), outcome: nil, settings: journal.settings,
            isFromFile: serve.isFromFile)
    }
}
