internal import CSystemCalls
internal import Glibc

/// Waits for events of many descriptors, each with an id (epoll(7)).
package struct EventQueue: Sendable {
    /// Which events of a descriptor are reported.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is data to read.
        package static let readable = Interest(rawValue: EPOLLIN.rawValue)
        /// There is room to write.
        package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
        /// The peer sends nothing more, even if the data before it has not been read.
        package static let end = Interest(rawValue: EPOLLRDHUP.rawValue)
        /// Each event is reported only once.
        package static let once = Interest(rawValue: EPOLLET.rawValue)
    }

    private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))

    package init() {}

    /// Whether the system could provide the descriptor.
    package var isOpen: Bool { descriptor >= 0 }

    /// Reports events of the descriptor from now on, until it is removed or closed.
    /// - Parameter id: what `wait` gives for the descriptor's events.
    package func add(_ descriptor: Int32, _ id: UInt64, _ interest: Interest) { control(EPOLL_CTL_ADD, descriptor, id, interest) }
    /// Reports other events of a descriptor that was added.
    package func change(_ descriptor: Int32, _ id: UInt64, _ interest: Interest) { control(EPOLL_CTL_MOD, descriptor, id, interest) }
    /// Reports no more events of the descriptor.
    package func remove(_ descriptor: Int32) { control(EPOLL_CTL_DEL, descriptor, 0, []) }

    /// Waits for events.
    /// - Parameters:
    ///   - ids: receives the ids of the descriptors; at most 256.
    ///   - milliseconds: how long it waits; -1 for without end.
    /// - Returns: how many events there are; 0 when the time is over.
    package func wait(_ ids: inout [UInt64], milliseconds: Int32 = -1) -> Int {
        max(0, Int(unsafe system_epoll_wait(descriptor, &ids, Int32(ids.count), milliseconds)))
    }

    /// Closes it. The descriptors in it stay open.
    package func close() { Glibc.close(descriptor) }

    private func control(_ operation: Int32, _ descriptor: Int32, _ id: UInt64, _ interest: Interest) {
        _ = system_epoll_control(self.descriptor, operation, descriptor, id, interest.rawValue)
    }
}

extension SystemCalls {
    /// Whether a listening socket no longer listens, because a process that has it, too, has shut it down.
    package static func isShutDown(_ listener: Int32) -> Bool {
        // POLLRDHUP, which Glibc's module leaves out. A Unix socket that was shut down for receiving only has no POLLHUP.
        let end = Int16(EPOLLRDHUP.rawValue)
        var state = pollfd(fd: listener, events: end, revents: 0)
        return unsafe poll(&state, 1, 0) > 0 && state.revents & (Int16(POLLHUP) | end) != 0
    }
}
