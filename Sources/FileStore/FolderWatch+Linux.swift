internal import CLinux
internal import Glibc

/// Sends SIGIO when something changes in some folders (inotify(7)), so that no thread has to wait. The signal does not say what has
/// changed. One thread.
package final class FolderWatch {
    private let descriptor: Int32
    /// Whether only finished changes count: not the creation of a file, which is empty then.
    private let onlyFinished: Bool
    /// The folders in which every change counts, by the kernel's numbers.
    private var inside: [Int32: RelativePath] = [:]
    /// What these folders are in.
    private var root: FileRoot?
    /// Of the others, the names that count.
    private var passed: [Int32: Set<String>] = [:]

    private static let changesOfNames = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    private static let changes = IN_CLOSE_WRITE | IN_ATTRIB | changesOfNames

    /// The signal is sent to the process. All threads must block it, or it must have a handler.
    /// - Parameter onlyFinished: whether a file counts only when it has been written and closed, renamed or deleted; a symbolic link
    ///   counts when it is made.
    /// - Throws: `FileError` when the system has no watch left.
    package init(onlyFinished: Bool = false) throws(FileError) {
        self.onlyFinished = onlyFinished
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw FileError(errno: errno, .watching, "folders") }
        _ = fcntl(descriptor, F_SETOWN, getpid())
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_ASYNC)
    }

    deinit { close(descriptor) }

    /// Watches these folders and steps, and no others. Folders that are not there are skipped.
    /// - Parameters:
    ///   - folders: every change in them counts.
    ///   - steps: folders that a path passes through. Only changes of the name that it looks for there count.
    /// - Returns: whether any of them was not watched before, so that changes may have been missed there.
    /// - Throws: `FileError` for the first folder that cannot be watched.
    @discardableResult
    package func watch(_ folders: [RelativePath], of root: FileRoot, steps: [PathStep] = []) throws(FileError) -> Bool {
        let before = Set(inside.keys).union(passed.keys)
        self.root = root
        inside = [:]
        passed = [:]
        for step in steps {
            // Folders that cannot be watched are covered by the periodic check.
            let watch = WatchEvent.watch(step.folder, Self.changes | IN_ONLYDIR | IN_MASK_ADD, by: descriptor)
            if watch >= 0 { passed[watch, default: []].insert(step.name) } else if errno == ENOSPC { throw noneLeft(step.folder) }
        }
        for folder in folders {
            let opened: FileDescriptor
            do throws(FileError) {
                opened = try root.open(folder, flags: O_RDONLY | O_DIRECTORY)
            } catch {
                if error.code == .notFound { continue }
                throw error
            }
            let watch = linux_watch(descriptor, opened.number, UInt32(Self.changes | IN_ONLYDIR))
            guard watch >= 0 else { throw FileError(errno: errno, .watching, root.display(folder)) }
            inside[watch] = folder
        }
        let now = Set(inside.keys).union(passed.keys)
        for watch in before.subtracting(now) { inotify_rm_watch(descriptor, watch) }
        return !now.isSubset(of: before)
    }

    private func noneLeft(_ folder: String) -> FileError { FileError(errno: ENOSPC, .watching, folder) }

    /// Takes the events; the next change sends a signal again.
    /// - Returns: whether any of them counts.
    package func takeEvents() -> Bool {
        var doesCount = false
        WatchEvent.take(from: descriptor) { doesCount = doesCount || counts($0) }
        return doesCount
    }

    private func counts(_ event: WatchEvent) -> Bool {
        // Some events were lost.
        if event.has(IN_Q_OVERFLOW) { return true }
        if let folder = inside[event.watch] {
            return !onlyFinished || event.has(IN_ISDIR) || !event.has(IN_CREATE | IN_ATTRIB) || isWhole(event, in: folder)
        }
        guard let names = passed[event.watch] else { return false }
        // An event without a name is about the folder itself.
        return event.name.isEmpty || names.contains(String(decoding: event.name, as: UTF8.self))
    }

    /// Whether a link, pipe or socket was made: nobody writes and closes it. Hidden ones do not count, because editors make them as locks.
    private func isWhole(_ event: WatchEvent, in folder: RelativePath) -> Bool {
        guard event.has(IN_CREATE), event.name.first != UInt8(ascii: ".") else { return false }
        let kind = root?.kind(of: folder.appending(name: Array(event.name)), followingLinks: false)
        return kind == .link || kind == .other
    }
}
