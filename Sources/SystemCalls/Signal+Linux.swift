internal import CSystemCalls
internal import Glibc

/// A flag that a thread can wait for (an eventfd).
package final class Signal: Sendable {
    /// Readable while the flag is raised.
    package let descriptor: Int32

    /// Not open when no descriptor is left.
    package init() { descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

    deinit { if isOpen { close(descriptor) } }

    /// Whether the system could provide the descriptor.
    package var isOpen: Bool { descriptor >= 0 }

    /// Raises the flag. Any thread.
    package func raise() {
        var one: UInt64 = 1
        unsafe _ = write(descriptor, &one, 8)
    }

    /// Lowers the flag.
    package func clear() {
        var count: UInt64 = 0
        unsafe _ = read(descriptor, &count, 8)
    }

    /// Returns when the signal is raised or the time is over, and lowers the flag.
    package func wait(nanoseconds: Int64) {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        unsafe _ = poll(&poller, 1, Int32(clamping: max(0, nanoseconds / 1_000_000)))
        clear()
    }
}
