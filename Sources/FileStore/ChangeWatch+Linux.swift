internal import CLinux
internal import Glibc
internal import Synchronization

/// Tells by one system call that nothing has changed (inotify(7)); decision 0085.
///
/// The kernel queues an event within the call that changes a file or a folder, before that call returns. So when the queue is empty after a
/// request has arrived, nothing that is watched has changed between the last look and the request. What has changed the events do not
/// tell: after any of them, everything is looked at again. Any thread.
final class ChangeWatch: Sendable {
    /// A stretch of time: nothing that was watched has changed between two calls of `moment` that give the same one. Lasts a second at
    /// most, for the changes that make no event.
    typealias Moment = UInt64

    private struct State {
        /// The folders that are watched since the moment.
        var folders: Set<RelativePath> = []
        var moment: Moment = 0
        /// The kernel's numbers of what is watched, and of some that is gone.
        var watches: Set<Int32> = []
        /// Milliseconds; before that nothing new is watched.
        var restsUntil = 0
    }

    let root: FileRoot
    private let state = Mutex(State())
    /// -1 until something is to be watched.
    private let descriptor = Atomic<Int32>(-1)
    /// Odd while events are taken away.
    private let changes = Atomic(0)

    /// A user may have few: 8,192 with older kernels, for all programs.
    private static let maximumWatches = 1_024
    /// After an event there are often more.
    private static let rest = 100
    private static let insideFolder = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    private static let insideFile = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB

    init(_ root: FileRoot) { self.root = root }

    deinit {
        let number = descriptor.load(ordering: .relaxed)
        if number >= 0 { close(number) }
    }

    /// What is now; nil when something has just changed, or nothing can be watched.
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
        // After the queue was seen empty: whoever empties it counts before and after.
        let changes = changes.load(ordering: .acquiring)
        guard changes & 1 == 0 else { return nil }
        let second = UInt64(truncatingIfNeeded: Self.now() / 1_000)
        return UInt64(truncatingIfNeeded: changes + 2 * root.opening) << 32 | second & 0xFFFF_FFFF
    }

    /// Watches what was seen: the files, all folders above them, and for files that are not there the folders that are.
    /// - Returns: false when not every change would make an event: a link or a mount is on the way, the file system is not local, or
    ///   there are no more watches.
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
                    // That there is none will show in the last folder that is there.
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
        // The same holds for all below: no mount is entered.
        if folder.isRoot, linux_is_local(place.number) == 0 { throw FileError(.system(EOPNOTSUPP), .watching, root.name) }
        try add(place, Self.insideFolder, &state)
        state.folders.insert(folder)
    }

    private func add(_ place: FileDescriptor, _ events: Int32, _ state: inout State) throws(FileError) {
        let number = descriptor.load(ordering: .relaxed)
        let watch = linux_watch(number, place.number, UInt32(events))
        guard watch >= 0 else {
            let error = FileError(errno: errno, .watching, place.path)
            state.restsUntil = Self.now() + Self.rest
            throw error
        }
        guard state.watches.insert(watch).inserted, state.watches.count > Self.maximumWatches else { return }
        changes.add(1, ordering: .sequentiallyConsistent)
        for watch in state.watches { inotify_rm_watch(number, watch) }
        state.watches.removeAll()
        changes.add(1, ordering: .sequentiallyConsistent)
        takeEvents(&state)
        throw FileError(.system(ENOSPC), .watching, place.path)
    }

    /// Any proof from before is none any more.
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
