internal import Synchronization

/// What was seen at some paths, and whether it is there still.
final class FileProof: Sendable {
    private let sights: [FileLook.Sight]
    private let watch: ChangeWatch
    /// When all of it was seen last, while it was watched.
    private let seenAt = Atomic<ChangeWatch.Moment>(0)
    /// When it could not be watched.
    private let unwatchedAt = Atomic<ChangeWatch.Moment>(0)

    init(_ sights: [FileLook.Sight], _ watch: ChangeWatch) {
        self.sights = sights
        self.watch = watch
    }

    /// Whether all of it is as it was seen: one system call while nothing changes in the folders, else one more for each path. Any thread;
    /// does not wait.
    func holds() -> Bool {
        let now = watch.moment()
        if let now, now == seenAt.load(ordering: .relaxed) { return true }
        return isSeenAgain(at: now)
    }

    private func isSeenAgain(at now: ChangeWatch.Moment?) -> Bool {
        guard let now, now != unwatchedAt.load(ordering: .relaxed) else { return watch.root.stillShows(sights) }
        // Watched before it is looked at, so that there is no time between the two.
        let isWatched = watch.covers(sights, at: now)
        guard watch.root.stillShows(sights) else { return false }
        if isWatched { seenAt.store(now, ordering: .relaxed) } else { unwatchedAt.store(now, ordering: .relaxed) }
        return true
    }
}
