internal import Synchronization

/// What was seen at some paths, and whether it is unchanged.
final class FileProof: Sendable {
    private let sights: [FileLook.Sight]
    private let watch: ChangeWatch
    /// The moment of the last check while everything was watched.
    private let seenAt = Atomic<ChangeWatch.Moment>(0)
    /// The last moment when it could not be watched.
    private let unwatchedAt = Atomic<ChangeWatch.Moment>(0)

    init(_ sights: [FileLook.Sight], _ watch: ChangeWatch) {
        self.sights = sights
        self.watch = watch
    }

    /// Whether everything is as it was seen, in the folder that the root's name leads to. Takes one system call while nothing changes in the
    /// folders and on the way to them, else some more and one for each path. Any thread; does not block.
    func holds() -> Bool {
        let now = watch.moment()
        if let now, now == seenAt.load(ordering: .relaxed) { return true }
        return isSeenAgain(at: now)
    }

    private func isSeenAgain(at now: ChangeWatch.Moment?) -> Bool {
        let isNameWatched = watch.followName(at: now)
        guard let now, isNameWatched, now != unwatchedAt.load(ordering: .relaxed) else { return watch.root.stillShows(sights) }
        // Watched before it is checked, so that no change is missed between the two.
        let isWatched = watch.covers(sights, at: now)
        guard watch.root.stillShows(sights) else { return false }
        if isWatched { seenAt.store(now, ordering: .relaxed) } else { unwatchedAt.store(now, ordering: .relaxed) }
        return true
    }
}
