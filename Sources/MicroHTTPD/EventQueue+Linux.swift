internal import CMicroHTTPD
internal import Glibc

/// Waits for events of many descriptors, each with an id (epoll).
struct EventQueue {
    /// Which events of a descriptor are reported.
    enum Interest {
        case nothing
        case readable
        /// Data, and the end of what the peer sends.
        case readableOrEnd
        /// Only the end, reported once, even if the data before it has not been read.
        case end

        fileprivate var bits: UInt32 {
            switch self {
            case .nothing: 0
            case .readable: EPOLLIN.rawValue
            case .readableOrEnd: EPOLLIN.rawValue | EPOLLRDHUP.rawValue
            case .end: EPOLLRDHUP.rawValue | EPOLLET.rawValue
            }
        }
    }

    private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))

    /// Whether the system could provide the descriptor.
    var isOpen: Bool { descriptor >= 0 }

    func add(_ descriptor: Int32, _ id: UInt64, _ interest: Interest) { control(EPOLL_CTL_ADD, descriptor, id, interest) }
    func change(_ descriptor: Int32, _ id: UInt64, _ interest: Interest) { control(EPOLL_CTL_MOD, descriptor, id, interest) }
    func remove(_ descriptor: Int32) { control(EPOLL_CTL_DEL, descriptor, 0, .nothing) }

    /// Waits for events.
    /// - Parameter ids: receives the ids of the descriptors; at most 256.
    /// - Returns: how many events there are.
    func wait(_ ids: inout [UInt64]) -> Int { max(0, Int(unsafe wire_epoll_wait(descriptor, &ids, Int32(ids.count)))) }

    func close() { Glibc.close(descriptor) }

    private func control(_ operation: Int32, _ descriptor: Int32, _ id: UInt64, _ interest: Interest) {
        _ = wire_epoll_control(self.descriptor, operation, descriptor, id, interest.bits)
    }
}
