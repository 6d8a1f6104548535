internal import Glibc

/// A connection that was answered before the client had finished sending: our side is closed, and what still comes is read away,
/// so that the kernel does not send RST over the answer.
final class Lingering: @unchecked Sendable {
    // Unchecked: only the reactor's thread reads, and it alone counts.
    private let descriptor: Int32
    private var left = 64 << 20
    private var hasRead = true

    /// A client that sends nothing for so long is not waited for any longer.
    static let patience: Int64 = 5_000_000_000

    /// Takes a duplicate of the descriptor; nil when there is none left.
    init?(_ socket: RawSocket) {
        descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        RawSocket(descriptor: descriptor).finish()
    }

    deinit { close(descriptor) }

    var rawDescriptor: Int32 { descriptor }

    /// Whether something was read since the last time that this was asked.
    func takeProgress() -> Bool {
        defer { hasRead = false }
        return hasRead
    }

    /// - Returns: whether to go on.
    func drain() -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while left > 0 {
                let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                if count < 0 { return errno == EAGAIN || errno == EINTR }
                if count == 0 { return false }
                left -= count
                hasRead = true
            }
            return false
        }
    }
}
