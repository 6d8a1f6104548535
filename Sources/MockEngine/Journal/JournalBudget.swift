internal import Synchronization

/// The memory that all journals of a process share, in bytes.
///
/// Each journal reports its size, in steps. A journal that needs room drops its own oldest entries while it exceeds its share; otherwise
/// the largest journals drop some. Every journal keeps its newest entry, so many journals with one long entry each may exceed the budget.
/// Any thread.
package final class JournalBudget: Sendable {
    /// A journal reports its size only when it has changed by this many bytes, so that not every request writes to shared memory. With many
    /// journals the step is smaller: see `step`.
    static let longestStep = 16 << 10

    private struct Member: Sendable {
        weak let journal: Journal?
    }

    /// The size of the budget, in bytes.
    package let maximumBytes: Int
    /// The sum of all reported sizes.
    private let used = Atomic<Int>(0)
    /// Entries that journals dropped to make room, since the start.
    private let dropped = Atomic<Int>(0)
    /// What each journal may keep regardless of the others.
    private let currentShare: Atomic<Int>
    private let members = Mutex<[ObjectIdentifier: Member]>([:])
    /// Whether a thread is making room now.
    private let isMakingRoom = Atomic<Bool>(false)
    /// The use at which the next attempt is worthwhile, after the last one did not find enough room.
    private let nextAttempt = Atomic<Int>(0)

    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        currentShare = Atomic(maximumBytes)
    }

    /// The sum of the sizes that journals have reported, in bytes. A journal reports in steps of at most 16 KiB.
    package var usedBytes: Int { used.load(ordering: .relaxed) }

    /// How many entries were dropped to make room since the start.
    package var droppedEntries: Int { dropped.load(ordering: .relaxed) }

    func noteDropped(_ count: Int) { dropped.add(count, ordering: .relaxed) }

    func add(_ journal: Journal) {
        let count = members.withLock { members in
            members[ObjectIdentifier(journal)] = Member(journal: journal)
            setShare(members.count)
            return members.count
        }
        // The step has become shorter; this reaches journals that are no longer written to.
        if step < Self.longestStep, count.nonzeroBitCount == 1 { settle() }
    }

    /// Removes a journal. The last call for it.
    /// - Parameter bytes: the size it last reported.
    func leave(_ journal: ObjectIdentifier, _ bytes: Int) {
        members.withLock { members in
            members.removeValue(forKey: journal)
            setShare(members.count)
        }
        changed(by: -bytes)
    }

    private func setShare(_ count: Int) { currentShare.store(maximumBytes / max(1, count), ordering: .relaxed) }

    func changed(by bytes: Int) {
        used.add(bytes, ordering: .relaxed)
        if bytes < 0, nextAttempt.load(ordering: .relaxed) != 0 { nextAttempt.store(0, ordering: .relaxed) }
    }

    /// What is left for a journal.
    /// - Parameter reported: the size it last reported.
    @inline(__always)
    func room(besides reported: Int) -> Int { maximumBytes &- (used.load(ordering: .relaxed) &- reported) }

    /// What each journal may keep regardless of the others.
    @inline(__always) var share: Int { currentShare.load(ordering: .relaxed) }

    /// Unreported sizes add up to at most an eighth of the budget, or a quarter while journals are added.
    @inline(__always) var step: Int { max(1, min(Self.longestStep, share >> 3)) }

    /// Entries are dropped by segment, so a segment is at most an eighth of a share, and at least 16 KiB.
    @inline(__always) var segmentBytes: Int { max(16 << 10, share >> 3) }

    /// Asks each journal for its current size.
    @discardableResult
    private func settle() -> [(journal: Journal, bytes: Int)] {
        let journals = members.withLock { $0.values.compactMap(\.journal) }
        return journals.map { ($0, $0.settle()) }
    }

    /// Makes the largest journals drop entries until the budget is met with a sixteenth to spare, so that many requests pass before the
    /// next attempt. Must not be called under a journal's lock.
    func makeRoom() {
        guard used.load(ordering: .relaxed) > max(maximumBytes, nextAttempt.load(ordering: .relaxed)),
            !isMakingRoom.exchange(true, ordering: .acquiring)
        else { return }
        defer { isMakingRoom.store(false, ordering: .releasing) }
        let journals = settle().sorted { $0.bytes > $1.bytes }
        let level = Self.level(of: journals.map(\.bytes), for: maximumBytes - maximumBytes / 16)
        for (journal, bytes) in journals {
            guard bytes > level else { break }
            journal.shrink(to: level)
        }
        let left = used.load(ordering: .relaxed)
        if left > maximumBytes { nextAttempt.store(left + maximumBytes / 16, ordering: .relaxed) }
    }

    /// The largest size per journal at which all journals together fit.
    /// - Parameter costs: the current sizes, largest first.
    static func level(of costs: [Int], for room: Int) -> Int {
        var rest = costs.reduce(0, +)
        if rest <= room { return costs.first ?? 0 }
        for (index, cost) in costs.enumerated() {
            rest -= cost
            let level = (room - rest) / (index + 1)
            if level >= (index + 1 < costs.count ? costs[index + 1] : 0) { return level }
        }
        return 0
    }
}
