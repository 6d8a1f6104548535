internal import Glibc

/// A connection that ends before the client has finished sending, or has got everything. Our side is closed, and further input is
/// discarded, so that the kernel does not send an RST, which destroys what is on its way.
final class Lingering: @unchecked Sendable {
    // Unchecked: only the reactor's thread reads and counts.
    private let descriptor: Int32
    private var left = 64 << 20
    private var hasRead = true
    private let end: Int64

    /// How long a client that has got everything may send nothing before the connection is closed, in nanoseconds.
    static let patience: Int64 = 5_000_000_000
    /// How long it may take altogether.
    private static let longest: Int64 = 30_000_000_000
    /// How many connections linger at most; further ones are closed at once. Each takes a descriptor, which no limit of connections counts.
    static let most = min(1024, sysconf(Int32(_SC_OPEN_MAX)) / 8)

    /// Duplicates the descriptor; nil when none is left.
    init?(_ socket: RawSocket, now: Int64) {
        end = now + Self.longest
        descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        RawSocket(descriptor: descriptor).finish()
    }

    deinit {
        // For who reads from the same connection.
        RawSocket(descriptor: descriptor).stopReading()
        close(descriptor)
    }

    var rawDescriptor: Int32 { descriptor }

    /// Whether to go on: something was read since the last call, or the client has not got everything, and its time is not over.
    func takeProgress(now: Int64) -> Bool {
        defer { hasRead = false }
        return (hasRead || RawSocket(descriptor: descriptor).hasUnacknowledgedBytes) && now < end
    }

    /// - Returns: whether to continue.
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
