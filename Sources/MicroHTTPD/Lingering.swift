internal import Glibc

/// A connection that ends before the client has finished sending, or has got everything. Our side is closed, and further input is
/// discarded, so that the kernel does not send an RST, which destroys what is on its way; or it is reset when everything has been sent.
final class Lingering: @unchecked Sendable {
    // Unchecked: only the reactor's thread reads and counts.
    private let descriptor: Int32
    private var left = 64 << 20
    private var hasRead = true
    private let (start, end): (Int64, Int64)
    private let resets: Bool

    /// How long a client that has got everything may send nothing before the connection is closed, in nanoseconds.
    static let patience: Int64 = 5_000_000_000
    /// How long it may take altogether.
    private static let longest: Int64 = 30_000_000_000
    /// How many connections linger at most; further ones are closed at once. Each takes a descriptor, which no limit of connections counts.
    static let most = min(1024, sysconf(Int32(_SC_OPEN_MAX)) / 8)

    /// Duplicates the descriptor; nil when none is left.
    /// - Parameter reset: after how many nanoseconds it is reset at the latest; nil for no reset.
    init?(_ socket: RawSocket, now: Int64, reset: Int64? = nil) {
        (start, end) = (now, now + (reset ?? Self.longest))
        resets = reset != nil
        descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        if !resets { self.socket.finish() }
    }

    private var socket: RawSocket { RawSocket(descriptor: descriptor) }

    deinit {
        // For who reads from the same connection.
        socket.stopReading()
        close(descriptor)
    }

    var rawDescriptor: Int32 { descriptor }

    /// Whether to go on: something was read since the last call, or the client has not got everything, and its time is not over. If not,
    /// the reset has come.
    func takeProgress(now: Int64) -> Bool {
        defer { hasRead = false }
        let goesOn = now < end && (resets ? socket.hasUnsentBytes : hasRead || socket.hasUnacknowledgedBytes)
        if resets, !goesOn { socket.reset() }
        return goesOn
    }

    /// When to ask that again.
    func nextLook(now: Int64) -> Int64 { resets ? Reactor.nextLook(start, now) : now + Self.patience }

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
