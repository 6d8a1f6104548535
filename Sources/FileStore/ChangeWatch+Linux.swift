internal import CLinux
internal import Glibc
internal import Synchronization

/// Finds out with one system call that nothing has changed (inotify(7)); decision 0085.
///
/// The kernel queues an event during the call that changes a file or folder, before that call returns. So if the queue is empty after a
/// request has arrived, no watched file has changed between the last check and the request. The events are not evaluated: after any of
/// them, everything is checked again. Any thread.
final class ChangeWatch: Sendable {
    /// A period without changes: no watched file has changed between two calls of `moment` with the same result. Lasts at most a second,
    /// because some changes make no event.
    typealias Moment = UInt64

    private struct State {
        /// The folders that are watched since the current moment.
        var folders: Set<RelativePath> = []
        var moment: Moment = 0
        /// The kernel's numbers of the watches, including some that are gone.
        var watches: Set<Int32> = []
        /// In milliseconds. Until then no watch is added.
        var restsUntil = 0
    }

    let root: FileRoot
    private let state = Mutex(State())
    /// -1 until the first watch.
    private let descriptor = Atomic<Int32>(-1)
    /// Odd while events are being read.
    private let changes = Atomic(0)
    /// The last moment when the root's name led to the open folder, and everything on the way was watched.
    private let nameSeenAt = Atomic<Moment>(0)

    /// Watches are scarce: older kernels allow 8,192 per user, for all programs.
    private static let maximumWatches = 1_024
    /// After an event there are often more; in milliseconds.
    private static let rest = 100
    private static let insideFolder = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    private static let insideFile = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
    /// Of a folder on the way to the root: what happens to itself, and not what happens in it. It always has the next step in it, so that it
    /// is not replaced while it is empty.
    private static let onTheWay = IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW | IN_MASK_ADD
    /// Of a link, and of the root, which may be replaced while it is empty: that also changes attributes. Of a folder this has those of
    /// what is in it.
    private static let whatIsReplaced = onTheWay | IN_ATTRIB

    init(_ root: FileRoot) { self.root = root }

    deinit {
        let number = descriptor.load(ordering: .relaxed)
        if number >= 0 { close(number) }
    }

    /// The current moment; nil when something has just changed, or nothing can be watched.
    func moment() -> Moment? {
        let number = descriptor.load(ordering: .acquiring)
        guard number >= 0 else {
            state.withLock { start(&$0) }
            return nil
        }
        guard linux_unread_bytes(number) == 0 else {
            state.withLock { takeEvents(&$0) }
            return nil
        }
        // After the queue was found empty: a thread that empties it increments the count before and after.
        let changes = changes.load(ordering: .acquiring)
        guard changes & 1 == 0 else { return nil }
        let second = UInt64(truncatingIfNeeded: Self.now() / 1_000)
        return UInt64(truncatingIfNeeded: changes + 2 * root.opening) << 32 | second & 0xFFFF_FFFF
    }

    /// Opens the folder that the root's name leads to, if it is another one. Takes one system call while nothing changes on the way to it.
    func followName() { followName(at: descriptor.load(ordering: .acquiring) < 0 ? nil : moment()) }

    /// The same, without a system call if nothing has changed on the way since the last call.
    /// - Parameter now: the current moment.
    /// - Returns: whether every later change on the way causes an event.
    @discardableResult
    func followName(at now: Moment?) -> Bool {
        guard let now else {
            root.follow()
            return false
        }
        if now == nameSeenAt.load(ordering: .relaxed) { return true }
        // Watched before it is followed, so that no change is missed between the two.
        let isWatched = state.withLock { watchWay(&$0) }
        root.follow()
        if isWatched { nameSeenAt.store(now, ordering: .relaxed) }
        return isWatched
    }

    /// - Returns: whether all folders and links on the way to the root are watched.
    private func watchWay(_ state: inout State) -> Bool {
        guard Self.now() >= state.restsUntil else { return false }
        let steps = PathStep.all(to: root.name)
        do throws(FileError) {
            for (index, step) in steps.enumerated() {
                let events = step.isLink || index == steps.count - 1 ? Self.whatIsReplaced : Self.onTheWay
                try note(WatchEvent.watch(step.path, events, by: descriptor.load(ordering: .relaxed)), step.path, &state)
            }
        } catch {
            return false
        }
        // A link that was switched before it was watched leads to folders that are not.
        return PathStep.all(to: root.name) == steps
    }

    /// Watches what was seen: the files, all folders above them, and for missing files the existing folders above.
    /// - Returns: false when not every change would cause an event: there is a link or a mount on the path, the file system is not local,
    ///   or no watches are left.
    func covers(_ sights: [FileLook.Sight], at moment: Moment) -> Bool {
        state.withLock { state in
            guard Self.now() >= state.restsUntil else { return false }
            if state.moment != moment {
                state.folders.removeAll(keepingCapacity: true)
                state.moment = moment
            }
            for sight in sights {
                do throws(FileError) {
                    try watchFolder(sight.path.parent, &state)
                    let place = try root.openExactly(sight.path)
                    if try place.status().kind == .file { try add(place, Self.insideFile, &state) }
                } catch {
                    // A new file will show in the last existing folder.
                    guard error.code == .notFound else { return false }
                }
            }
            return true
        }
    }

    private func watchFolder(_ folder: RelativePath, _ state: inout State) throws(FileError) {
        if state.folders.contains(folder) { return }
        if !folder.isRoot { try watchFolder(folder.parent, &state) }
        let place = try root.openExactly(folder, flags: O_DIRECTORY)
        // This then holds for everything below, because no mount is crossed.
        if folder.isRoot, linux_is_local(place.number) == 0 { throw FileError(.system(EOPNOTSUPP), .watching, root.name) }
        try add(place, Self.insideFolder, &state)
        state.folders.insert(folder)
    }

    private func add(_ place: FileDescriptor, _ events: Int32, _ state: inout State) throws(FileError) {
        try note(linux_watch(descriptor.load(ordering: .relaxed), place.number, UInt32(events)), place.path, &state)
    }

    /// - Parameter watch: a new watch, or a known one; negative after a failure, of which `errno` tells.
    private func note(_ watch: Int32, _ path: String, _ state: inout State) throws(FileError) {
        guard watch >= 0 else {
            let error = FileError(errno: errno, .watching, path)
            state.restsUntil = Self.now() + Self.rest
            throw error
        }
        guard state.watches.insert(watch).inserted, state.watches.count > Self.maximumWatches else { return }
        changes.add(1, ordering: .sequentiallyConsistent)
        for watch in state.watches { inotify_rm_watch(descriptor.load(ordering: .relaxed), watch) }
        state.watches.removeAll()
        changes.add(1, ordering: .sequentiallyConsistent)
        takeEvents(&state)
        throw FileError(.system(ENOSPC), .watching, path)
    }

    /// Invalidates all earlier proofs.
    private func takeEvents(_ state: inout State) {
        changes.add(1, ordering: .sequentiallyConsistent)
        linux_drop_events(descriptor.load(ordering: .relaxed))
        changes.add(1, ordering: .sequentiallyConsistent)
        state.restsUntil = Self.now() + Self.rest
    }

    private func start(_ state: inout State) {
        guard descriptor.load(ordering: .relaxed) < 0, Self.now() >= state.restsUntil else { return }
        let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if number < 0 { state.restsUntil = Self.now() + Self.rest }
        descriptor.store(number, ordering: .releasing)
    }

    private static func now() -> Int { Int(linux_coarse_milliseconds()) }
}
