internal import CLinux
internal import Glibc

/// Sends SIGIO when something changes in some folders (inotify(7)), so that no thread has to wait. The signal does not say what has
/// changed. One thread.
package final class FolderWatch {
    private let descriptor: Int32

    /// The signal is sent to the process. All threads must block it, or it must have a handler.
    /// - Throws: `FileError` when the system has no watch left.
    package init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw FileError(errno: errno, .watching, "folders") }
        _ = fcntl(descriptor, F_SETOWN, getpid())
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_ASYNC)
    }

    deinit { close(descriptor) }

    /// Watches folders. Folders that are already watched are skipped; removed ones are forgotten.
    /// - Throws: `FileError` for the first one that cannot be watched.
    package func add(_ folders: [RelativePath], of root: FileRoot) throws(FileError) {
        let inside = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
        let events = UInt32(inside | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        for folder in folders {
            let opened: FileDescriptor
            do throws(FileError) {
                opened = try root.open(folder, flags: O_RDONLY | O_DIRECTORY)
            } catch {
                if error.code == .notFound { continue }
                throw error
            }
            guard linux_watch(descriptor, opened.number, events) >= 0 else {
                throw FileError(errno: errno, .watching, root.display(folder))
            }
        }
    }

    /// Clears the events; the next change sends a signal again.
    package func hear() {
        var events = [UInt8](repeating: 0, count: 4096)
        while unsafe read(descriptor, &events, events.count) > 0 {}
    }
}
