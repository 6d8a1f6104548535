internal import CMicroHTTPD
internal import Glibc

/// A flag that a thread can wait for (an eventfd).
final class Signal: Sendable {
    let descriptor: Int32

    /// Not open when no descriptor is left.
    init() { descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

    deinit { if isOpen { close(descriptor) } }

    var isOpen: Bool { descriptor >= 0 }

    func raise() {
        var one: UInt64 = 1
        unsafe _ = write(descriptor, &one, 8)
    }

    func clear() {
        var count: UInt64 = 0
        unsafe _ = read(descriptor, &count, 8)
    }

    /// Returns when the signal is raised or the time is over.
    func wait(nanoseconds: Int64) {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        unsafe _ = poll(&poller, 1, Int32(clamping: max(0, nanoseconds / 1_000_000)))
        clear()
    }
}
