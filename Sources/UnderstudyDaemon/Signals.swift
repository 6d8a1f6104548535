internal import Glibc

/// Signals taken one by one by the thread that asks, in place of handlers.
package enum Signals {
    package enum Signal: Sendable, Equatable {
        /// SIGTERM or SIGINT.
        case stop(Delivery)
        /// SIGHUP.
        case reload(Delivery)
        /// One that means nothing to a server, but perhaps to the command that it accompanies.
        case other(Delivery)
        case childEnded
        /// Something has changed in a folder that is watched (`FolderWatch`).
        case foldersChanged
        case timeout
    }

    /// A signal that somebody sent.
    package struct Delivery: Sendable, Equatable {
        package let number: Int32
        /// A terminal sends its signals to all processes in the foreground: a command that we started has got it as well.
        package let isFromTerminal: Bool
    }

    private static let watched = [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGIO]
    private static let forCommands = [SIGQUIT, SIGUSR1, SIGUSR2]

    /// Keeps the signals for `next`. To be called before any other thread is started, so that all threads block them.
    /// - Parameter forCommand: also those that are passed on to a command.
    package static func block(forCommand: Bool = false) {
        var set = mask(watched + (forCommand ? forCommands : []))
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        // A client that left while we were writing is no reason to die.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for the next one.
    /// - Parameters:
    ///   - limit: nil waits for ever.
    ///   - forCommand: also for those that are passed on to a command.
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

    /// From now on a further SIGTERM or SIGINT ends the process at once.
    package static func letStopSignalsKill() {
        var set = mask([SIGTERM, SIGINT])
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Ends this process as SIGTERM from outside would: in good order.
    package static func stopSelf() { kill(getpid(), SIGTERM) }

    static func mask(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }
}
