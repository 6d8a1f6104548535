internal import HTTPMessage
internal import StubModel
internal import Synchronization

/// Tests that wait for requests of a session.
///
/// A request that comes while somebody waits is compared on the work queue, so that its response does not wait for that. Any thread; who
/// waits costs no thread. Without a journal only what comes while somebody waits is known.
package final class RequestWatch: Sendable {
    /// What has come of what somebody waits for.
    package struct Found: Sendable {
        /// In the order of arrival. Without a journal they have no response.
        package let entries: [JournalEntry]
        /// Earlier requests of which it is not known whether they were meant: their entries were dropped, or their bodies are too long to
        /// keep.
        package let unknownCount: Int
        /// There is no journal, so earlier requests do not count.
        package let isJournalDisabled: Bool
    }

    private struct Watcher: Sendable {
        let condition: JournalCondition
        let count: Int
        let tell: @Sendable (Found?) -> Void
        /// Requests that were meant, by their numbers. The entry is kept where there is no journal to read it from.
        var found: [UInt64: JournalEntry?] = [:]
        var unknownCount = 0
    }

    private struct Arrival: Sendable {
        let request: Request
        let number: UInt64
        let entry: JournalEntry?
        let arrivedAt: Timestamp
    }

    private struct State: Sendable {
        var watchers: [UInt64: Watcher] = [:]
        var lastWatcher: UInt64 = 0
        var lastArrival: UInt64 = 0
        var arrivals: [Arrival] = []
        var isComparing = false
        /// Requests below this number do not count any more.
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

    /// A request has come, and is in the journal if there is one. Costs one look when nobody waits.
    @inline(__always)
    func arrived(_ serve: borrowing ServeEvent) {
        if watcherCount.load(ordering: .acquiring) > 0 { keep(serve) }
    }

    private func keep(_ serve: borrowing ServeEvent) {
        let request = serve.request
        let arrivedAt = serve.arrivedAt
        let number = journal.settings.isEnabled ? serve.ticket?.number : nil
        let begins = state.withLock { state in
            if state.watchers.isEmpty { return false }
            state.lastArrival += 1
            let entry = number == nil ? JournalEntry(unkept: request, state.lastArrival, arrivedAt, of: journal) : nil
            state.arrivals.append(
                Arrival(request: request, number: number ?? state.lastArrival, entry: entry, arrivedAt: arrivedAt))
            defer { state.isComparing = true }
            return !state.isComparing
        }
        if begins, work?.submit({ [self] in compare() }) != true { compare() }
    }

    /// Compares what has come until nothing is left.
    private func compare() {
        while true {
            let (arrivals, watchers): ([Arrival], [UInt64: Watcher]) = state.withLock { state in
                if state.arrivals.isEmpty { state.isComparing = false }
                defer { state.arrivals = [] }
                return (state.arrivals, state.watchers)
            }
            if arrivals.isEmpty { return }
            for (number, watcher) in watchers.sorted(by: { $0.key < $1.key }) {
                let meant = arrivals.filter { watcher.condition.matcher.matches($0.request, at: $0.arrivedAt) }
                add(meant.map { ($0.number, $0.entry) }, to: number)
            }
        }
    }

    /// - Parameter unknown: of requests until `firstNumber` was that.
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

    /// Calls once, on any thread, when that many requests have come; before it returns, if they have. Requests in the journal count.
    /// - Parameter tell: gets nil when the session ends first, or has ended.
    /// - Returns: for `stopWaiting`.
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
        // Whoever comes from here on is told by `arrived`. What is in the journal by now is counted here; of what is in both, the number
        // is the same.
        let snapshot = journal.snapshot()
        var meant: [(UInt64, JournalEntry?)] = []
        var unknown = snapshot.droppedCount
        for entry in snapshot.oldestFirst {
            switch condition.verdict(on: entry, at: entry.arrivedAt) {
            case .matches: meant.append((entry.sequence, nil))
            case .undecided: unknown += 1
            case .differs: break
            }
        }
        add(meant, unknown: (unknown, firstNumber), to: number)
        return number
    }

    /// - Returns: what gives what has come until now, which reads the whole journal; nil when it was told already, or nobody waits under
    ///   that number.
    @discardableResult
    package func stopWaiting(_ number: UInt64) -> (@Sendable () -> Found)? {
        guard let watcher = state.withLock({ take(number, &$0) }) else { return nil }
        return { [self] in told(watcher) }
    }

    /// The session ends: nobody waits any more.
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

    /// The journal was reset: what came before does not count any more. What has come since then does.
    /// - Parameter firstNumber: of the first request that the journal keeps now.
    func forget(before firstNumber: UInt64) {
        state.withLock { state in
            // Without a journal requests are numbered here.
            let firstNumber = journal.settings.isEnabled ? firstNumber : state.lastArrival + 1
            state.firstNumber = max(state.firstNumber, firstNumber)
            for number in state.watchers.keys {
                if let found = state.watchers[number]?.found { state.watchers[number]?.found = found.filter { $0.key >= firstNumber } }
                state.watchers[number]?.unknownCount = 0
            }
        }
    }
}

extension JournalEntry {
    /// Of a request that no journal keeps.
    fileprivate init(unkept request: Request, _ number: UInt64, _ arrivedAt: Timestamp, of journal: Journal) {
        self.init(
            id: .entry(seed: journal.idSeed, sequence: number), sequence: number, request: request, bodyDigest: nil, arrivedAt: arrivedAt,
            processing: .zero, addedDelay: .zero, stub: nil, responseIndex: 0, response: Response(status: 0), trimmedLength: nil,
            details: EntryDetails(), outcome: nil, maximumDecodedBytes: journal.settings.maximumDecodedBytes, isAnsweredByFile: false)
    }
}
