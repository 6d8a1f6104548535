internal import CLinux
internal import Glibc

/// Sends SIGIO when something changes in some folders (inotify(7)), so that no thread has to wait. The signal does not say what has
/// changed. One thread.
package final class FolderWatch {
    private let descriptor: Int32
    /// The kernel's numbers of the folders in which every change counts.
    private var inside: Set<Int32> = []
    /// Of the others, the names that count.
    private var passed: [Int32: Set<String>] = [:]

    private static let changesOfNames = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    private static let changes = IN_CLOSE_WRITE | IN_ATTRIB | changesOfNames

    /// The signal is sent to the process. All threads must block it, or it must have a handler.
    /// - Throws: `FileError` when the system has no watch left.
    package init() throws(FileError) {
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
    /// - Throws: `FileError` for the first folder that cannot be watched.
    package func watch(_ folders: [RelativePath], of root: FileRoot, steps: [PathStep] = []) throws(FileError) {
        let before = inside.union(passed.keys)
        inside = []
        passed = [:]
        for step in steps {
            // Where nobody may look, the clock has to do.
            let watch = unsafe inotify_add_watch(descriptor, step.folder, UInt32(Self.changes | IN_ONLYDIR | IN_MASK_ADD))
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
            inside.insert(watch)
        }
        for watch in before.subtracting(inside).subtracting(passed.keys) { inotify_rm_watch(descriptor, watch) }
    }

    private func noneLeft(_ folder: String) -> FileError { FileError(errno: ENOSPC, .watching, folder) }

    /// Takes the events; the next change sends a signal again.
    /// - Returns: whether any of them counts.
    package func hear() -> Bool {
        var events = [UInt8](repeating: 0, count: 4096)
        var isHeard = false
        while true {
            let count = unsafe read(descriptor, &events, events.count)
            if count <= 0 { return isHeard }
            isHeard = isHeard || counts(events[..<count])
        }
    }

    /// Whether one of these events counts. An event is the number of the watch, a mask, a cookie, the length of the name, and the name.
    private func counts(_ events: ArraySlice<UInt8>) -> Bool {
        func number(at offset: Int) -> UInt32 { (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(events[offset + $1]) } }
        var offset = events.startIndex
        while offset + 16 <= events.endIndex {
            let watch = Int32(bitPattern: number(at: offset))
            let mask = number(at: offset + 4)
            let end = min(offset + 16 + Int(number(at: offset + 12)), events.endIndex)
            defer { offset = end }
            // Some events were lost.
            if mask & UInt32(IN_Q_OVERFLOW) != 0 || inside.contains(watch) { return true }
            guard let names = passed[watch] else { continue }
            let name = events[(offset + 16)..<end].prefix { $0 != 0 }
            // An event without a name is about the folder itself.
            if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) { return true }
        }
        return false
    }
}
