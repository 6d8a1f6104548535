internal import Glibc

/// Takes signals one by one on the calling thread, without handlers.
package enum Signals {
    /// A signal, by its meaning for the server.
    package enum Signal: Sendable, Equatable {
        /// SIGTERM or SIGINT.
        case stop(Delivery)
        /// SIGHUP.
        case reload(Delivery)
        /// A signal without a meaning for the server, which is passed on to the command.
        case other(Delivery)
        case childEnded
        /// A watched folder has changed (`FolderWatch`).
        case foldersChanged
        case timeout
    }

    /// A signal from another process or a terminal.
    package struct Delivery: Sendable, Equatable {
        /// The signal's number, such as 15 for SIGTERM.
        package let number: Int32
        /// Whether it came from a terminal, which sends a signal to all processes in the foreground. Then the command has received it as
        /// well.
        package let isFromTerminal: Bool
    }

    /// The signals that a thread does not receive.
    package struct Mask: Sendable {
        fileprivate let set: sigset_t
    }

    private static let watched = [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGIO]
    private static let forCommands = [SIGQUIT, SIGUSR1, SIGUSR2]

    /// Blocks the signals, so that `next` receives them. Call it before any other thread starts, so that all threads inherit the mask.
    /// - Parameter forCommand: also blocks the signals that are passed on to a command.
    /// - Returns: the mask before.
    @discardableResult
    package static func block(forCommand: Bool = false) -> Mask {
        change(SIG_BLOCK, mask(watched + (forCommand ? forCommands : [])))
    }

    /// Takes back a `block`, for a command that a signal ends. One that has come meanwhile does so at once.
    package static func restore(_ mask: Mask) { _ = change(SIG_SETMASK, mask.set) }

    private static func change(_ how: Int32, _ set: sigset_t) -> Mask {
        var (set, before) = (set, sigset_t())
        unsafe pthread_sigmask(how, &set, &before)
        return Mask(set: before)
    }

    /// What a write that fails would send: its reader has left, or the file may not be longer (`ulimit -f`, `LimitFSIZE=`).
    static let ofFailedWrites = [SIGPIPE, SIGXFSZ]

    /// A write that fails does not end the process: whoever writes gets the error.
    package static func ignoreFailedWrites() { for number in ofFailedWrites { signal(number, SIG_IGN) } }

    /// Waits for the next signal.
    /// - Parameters:
    ///   - limit: the longest wait; nil waits without a limit.
    ///   - forCommand: also takes the signals that are passed on to a command.
    package static func next(within limit: Duration?, forCommand: Bool = false) -> Signal {
        var set = mask(watched + (forCommand ? forCommands : []))
        var origin = unsafe siginfo_t()
        while true {
            var number: Int32
            if let limit {
                var time = timespec(
                    tv_sec: Int(limit.components.seconds), tv_nsec: Int(limit.components.attoseconds / 1_000_000_000))
                number = unsafe sigtimedwait(&set, &origin, &time)
                if number < 0, errno == EAGAIN { return .timeout }
            } else {
                number = unsafe sigwaitinfo(&set, &origin)
            }
            // The kernel's own signals have positive codes.
            let delivery = unsafe Delivery(number: number, isFromTerminal: origin.si_code > 0)
            switch number {
            case SIGTERM, SIGINT: return .stop(delivery)
            case SIGHUP: return .reload(delivery)
            case SIGQUIT, SIGUSR1, SIGUSR2: return .other(delivery)
            case SIGCHLD: return .childEnded
            case SIGIO: return .foldersChanged
            default: continue
            }
        }
    }

    /// Calls that at the next SIGTERM or SIGINT, on another thread; for a time when `next` is no longer called.
    package static func onNextStop(_ body: @escaping @Sendable () -> Void) {
        MaskedThread.detach {
            if wait(for: [SIGTERM, SIGINT]) > 0 { body() }
        }
    }

    /// Waits for one of these signals, which are blocked.
    /// - Returns: its number; -1 if another one has interrupted the wait.
    static func wait(for numbers: [Int32]) -> Int32 {
        var set = mask(numbers)
        return unsafe sigwaitinfo(&set, nil)
    }

    /// Sets SIGALRM, which ends the process three seconds after `time`, rounded up to whole seconds. A later call replaces an earlier one.
    package static func endAnyway(after time: Duration) {
        let (seconds, fraction) = time.components
        alarm(UInt32(clamping: seconds + (fraction > 0 ? 1 : 0) + 3))
    }

    /// Stops this process in the same orderly way as SIGTERM.
    package static func stopSelf() { kill(getpid(), SIGTERM) }

    static func mask(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }
}
