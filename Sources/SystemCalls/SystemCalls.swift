internal import Glibc

/// Operations of the system that several rooms need in the same form.
package enum SystemCalls {
    /// A call that failed.
    package struct Failure: Error, Sendable, Equatable {
        /// The value of `errno`.
        package let code: Int32

        /// - Parameter code: the value of `errno`.
        package init(code: Int32) { self.code = code }
    }

    /// How many bytes `contents` reads at once.
    private static let pieceBytes = 65_536

    /// Whether there is something at the path, links followed.
    package static func exists(_ path: String) -> Bool { reasonNotToFind(path) == nil }

    /// Why nothing is found at the path, links followed: a value of `errno`, which is `ENOENT` only when nothing is there. Nil when
    /// something is.
    package static func reasonNotToFind(_ path: String) -> Int32? { unsafe access(path, F_OK) == 0 ? nil : errno }

    /// How long a pipe may keep its reader waiting, in milliseconds.
    package static let usualPatience = 5_000

    /// The bytes of a small file. Follows links. Waits for what is written to a pipe, as in `<(command)`, but not forever; a pipe that
    /// nobody writes to is empty.
    /// - Parameter limit: the most bytes; a longer file fails with `EFBIG`.
    package static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        return try contents(of: descriptor, limit: limit)
    }

    /// The bytes of a descriptor up to the end of what it gives. Waits for them; if the descriptor does not block, for a limited
    /// time for the next ones (`ETIMEDOUT`).
    /// - Parameters:
    ///   - limit: the most bytes; more fail with `EFBIG`.
    ///   - patience: the longest time for the next ones, in milliseconds. Five seconds by default.
    package static func contents(of descriptor: Int32, limit: Int, patience: Int = usualPatience) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(limit + 1, pieceBytes))
        while bytes.count <= limit {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0, errno == EAGAIN {
                if !isReady(descriptor, for: POLLIN, within: Int32(clamping: patience)) { throw Failure(code: ETIMEDOUT) }
                continue
            }
            if count < 0, errno != EINTR { throw Failure(code: errno) }
            bytes += piece.prefix(max(0, count))
        }
        throw Failure(code: EFBIG)
    }

    /// The signals of a crash.
    private static let crashes = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS]

    /// Calls the body while this thread blocks all signals except those of a crash. Threads that the body starts block them as well, so
    /// that signals reach the threads of the process that expect them.
    package static func blockingSignals<Result>(_ body: () -> Result) -> Result {
        var blocked = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&blocked)
        for signal in crashes { unsafe sigdelset(&blocked, signal) }
        unsafe pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }

    /// Writes all bytes, continuing after partial writes and interruptions. Waits when the descriptor does not block and is not ready. Any
    /// thread.
    /// - Parameters:
    ///   - offset: where in a file to write; nil for the descriptor's own position.
    ///   - progress: called after each write with the number of bytes that it wrote.
    /// - Returns: nil when everything is written; else the value of `errno` of the write that failed.
    @discardableResult
    package static func writeAll(
        _ bytes: Span<UInt8>, to descriptor: Int32, at offset: Int? = nil, progress: (Int) -> Void = { _ in }
    ) -> Int32? {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.bytes.extracting(droppingFirst: written).withUnsafeBytes { rest in
                if let offset { return unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + written) }
                return unsafe write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                written += count
                progress(count)
            } else if errno == EAGAIN {
                _ = isReady(descriptor, for: POLLOUT, within: -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Whether the descriptor takes bytes now without waiting.
    package static func takesMore(_ descriptor: Int32) -> Bool { isReady(descriptor, for: POLLOUT, within: 0) }

    /// - Parameter milliseconds: how long to wait for it; -1 waits without a limit.
    private static func isReady(_ descriptor: Int32, for events: Int32, within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return unsafe poll(&state, 1, milliseconds) != 0
    }

    /// Whether a value of `errno` says that the process or the system has no descriptor left.
    package static func isOutOfDescriptors(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

    /// The system's words for a value of `errno`, such as "No such file or directory".
    package static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
