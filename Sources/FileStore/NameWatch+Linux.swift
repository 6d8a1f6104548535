internal import CLinux
internal import Glibc

/// Tells at which paths something may have come or gone (inotify(7)); decision 0180.
///
/// The kernel queues an event within the call that makes, moves or deletes a file, before that call returns. So the changes that are taken
/// contain every name that was changed before. An event does not say what is at the path now; look it up. One thread at a time.
package struct NameWatch: ~Copyable {
    private let descriptor: Int32
    /// The most folders.
    private let limit: Int
    /// By the kernel's number.
    private var folders: [Int32: RelativePath] = [:]
    private var watches: [RelativePath: Int32] = [:]

    private static let names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR
    /// This takes at most one of so many of the watches that the system allows to a user. The others are for the user's other programs.
    private static let share = 4
    private static let mostFolders = 16_384

    private init(_ descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
    }

    deinit { close(descriptor) }

    /// - Returns: nil when the system has no inotify instance left.
    package static func make() -> NameWatch? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        return descriptor < 0 ? nil : NameWatch(descriptor, limit: min(mostFolders, allowedWatches / share))
    }

    private static var allowedWatches: Int {
        let text = try? FileRoot("/proc/sys/fs/inotify").readBeginning(of: RelativePath("max_user_watches")!, 20)
        return text.flatMap { Int(String(decoding: $0.prefix { $0 >= UInt8(ascii: "0") }, as: UTF8.self)) } ?? 8_192
    }

    /// Watches the names in a folder. Read the folder afterwards, so that no change is missed between the two.
    /// - Returns: false when not every change would be told: the file system is not local, the folder is watched at another path, or no
    ///   watch is left.
    package mutating func watch(_ folder: RelativePath, _ opened: FileDescriptor) -> Bool {
        guard folders.count < limit, linux_is_local(opened.number) != 0 else { return false }
        let watch = linux_watch(descriptor, opened.number, UInt32(Self.names))
        guard watch >= 0 else { return false }
        // A mount shows a folder at two paths.
        if let other = folders[watch], other != folder { return false }
        folders[watch] = folder
        watches[folder] = watch
        return true
    }

    /// Watches the folder at a path and those below it no longer.
    package mutating func forget(_ path: RelativePath) {
        guard watches[path] != nil else { return }
        for (folder, watch) in watches where folder == path || folder.relative(to: path) != nil {
            inotify_rm_watch(descriptor, watch)
            remove(watch)
        }
    }

    private mutating func remove(_ watch: Int32) {
        if let folder = folders.removeValue(forKey: watch) { watches[folder] = nil }
    }

    /// The paths at which a file or a folder may have come or gone since the last call. Takes one system call when there are none.
    /// - Returns: nil when events were lost.
    package mutating func takeChanges() -> Set<RelativePath>? {
        if linux_unread_bytes(descriptor) == 0 { return [] }
        var paths: Set<RelativePath> = []
        var isWhole = true
        var gone: [Int32] = []
        WatchEvent.take(from: descriptor) { event in
            if event.has(IN_Q_OVERFLOW | IN_UNMOUNT) { isWhole = false }
            if event.has(IN_IGNORED) { gone.append(event.watch) }
            // A file stays what it is with other permissions; a folder may become readable.
            if event.has(IN_ATTRIB), !event.has(IN_ISDIR) { return }
            guard let folder = folders[event.watch] else { return }
            paths.insert(event.name.isEmpty ? folder : folder.appending(name: Array(event.name)))
        }
        for watch in gone { remove(watch) }
        return isWhole ? paths : nil
    }
}
