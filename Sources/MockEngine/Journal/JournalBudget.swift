internal import Synchronization

/// The room that all journals of a process share, in bytes.
///
/// Each journal says what it takes, in steps. One that needs room drops its own oldest entries while it has more than its share, and
/// otherwise has the largest journal drop some. Any thread.
public final class JournalBudget: Sendable {
    /// A journal says what it takes only when that has changed by so much, so that not every request writes what all threads read.
    static let step = 16 << 10

    private struct Member: Sendable {
        weak let journal: Journal?
    }

    public let maximumBytes: Int
    /// What all journals have said that they take.
    private let used = Atomic<Int>(0)
    private let memberCount = Atomic<Int>(0)
    private let members = Mutex<[ObjectIdentifier: Member]>([:])

    public init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    func add(_ journal: Journal) {
        members.withLock { $0[ObjectIdentifier(journal)] = Member(journal: journal) }
        memberCount.add(1, ordering: .relaxed)
    }

    /// A journal ends: called as the last thing that it does.
    /// - Parameter bytes: what it has said last.
    func leave(_ journal: ObjectIdentifier, _ bytes: Int) {
        members.withLock { _ = $0.removeValue(forKey: journal) }
        used.subtract(bytes, ordering: .relaxed)
        memberCount.subtract(1, ordering: .relaxed)
    }

    func changed(by bytes: Int) { used.add(bytes, ordering: .relaxed) }

    /// What is left for a journal.
    /// - Parameter reported: what it has said last.
    @inline(__always)
    func room(besides reported: Int) -> Int { maximumBytes &- (used.load(ordering: .relaxed) &- reported) }

    /// What every journal may take, whatever the others take.
    var share: Int { maximumBytes / max(1, memberCount.load(ordering: .relaxed)) }

    /// Has the largest journals drop entries until all fit. Not to be called under the lock of a journal.
    func makeRoom() {
        var rounds = 0
        while used.load(ordering: .relaxed) > maximumBytes, rounds < 64 {
            rounds += 1
            let journals = members.withLock { $0.values.compactMap(\.journal) }
            guard let largest = journals.max(by: { $0.costInBytes < $1.costInBytes }) else { return }
            let excess = used.load(ordering: .relaxed) - maximumBytes
            if !largest.dropOldest(bytes: max(excess, Self.step)) { return }
        }
    }
}
