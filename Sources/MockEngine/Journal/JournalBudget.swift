internal import Synchronization

/// The room that all journals of a process share, in bytes.
///
/// Each journal says what it takes, in steps. One that needs room drops its own oldest entries while it has more than its share, and
/// otherwise has the largest journals drop some. All keep their newest entry, so that many journals of one long entry each may take more.
/// Any thread.
package final class JournalBudget: Sendable {
    /// A journal says what it takes only when that has changed by so much, so that not every request writes what all threads read. Less
    /// with many journals: see `step`.
    static let longestStep = 16 << 10

    private struct Member: Sendable {
        weak let journal: Journal?
    }

    package let maximumBytes: Int
    /// What all journals have said that they take.
    private let used = Atomic<Int>(0)
    /// What every journal may take, whatever the others take.
    private let currentShare: Atomic<Int>
    private let members = Mutex<[ObjectIdentifier: Member]>([:])
    /// Whether a thread makes room just now.
    private let isMakingRoom = Atomic<Bool>(false)
    /// When the last attempt did not find enough room: the use from which the next one is worth its while.
    private let nextAttempt = Atomic<Int>(0)

    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        currentShare = Atomic(maximumBytes)
    }

    func add(_ journal: Journal) {
        let count = members.withLock { members in
            members[ObjectIdentifier(journal)] = Member(journal: journal)
            setShare(members.count)
            return members.count
        }
        // The step has become shorter. Journals that are not written to any more learn of it here.
        if step < Self.longestStep, count.nonzeroBitCount == 1 { settle() }
    }

    /// A journal ends: called as the last thing that it does.
    /// - Parameter bytes: what it has said last.
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
    /// - Parameter reported: what it has said last.
    @inline(__always)
    func room(besides reported: Int) -> Int { maximumBytes &- (used.load(ordering: .relaxed) &- reported) }

    /// What every journal may take, whatever the others take.
    @inline(__always) var share: Int { currentShare.load(ordering: .relaxed) }

    /// All that journals have not said is at most an eighth of the whole, or a quarter while journals are added.
    @inline(__always) var step: Int { max(1, min(Self.longestStep, share >> 3)) }

    /// Entries go by segments, so a segment is no more than an eighth of a share, and at least 16 KiB.
    @inline(__always) var segmentBytes: Int { max(16 << 10, share >> 3) }

    /// What each journal takes, by its own count.
    @discardableResult
    private func settle() -> [(journal: Journal, bytes: Int)] {
        let journals = members.withLock { $0.values.compactMap(\.journal) }
        return journals.map { ($0, $0.settle()) }
    }

    /// Has the largest journals drop entries until all fit, and a sixteenth is free: one look at all journals is then enough for many
    /// requests. Not to be called under the lock of a journal.
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

    /// How much each may take at most, so that all together take no more than that.
    /// - Parameter costs: the largest first.
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
