internal import Glibc

/// Signals taken one by one by the thread that asks, in place of handlers.
public enum Signals {
    public enum Signal: Sendable, Equatable {
        /// SIGTERM or SIGINT, with its number.
        case stop(Int32)
        case reload
        case childEnded
        /// Something has changed in a folder that is watched (`FolderWatch`).
        case foldersChanged
        case timeout
    }

    private static let watched = [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGIO]

    /// Keeps the signals for `next`. To be called before any other thread is started, so that all threads block them.
    public static func block() {
        var set = mask(watched)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        // A client that left while we were writing is no reason to die.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for the next one.
    /// - Parameter limit: nil waits for ever.
    public static func next(within limit: Duration?) -> Signal {
        var set = mask(watched)
        while true {
            var number: Int32
            if let limit {
                var time = timespec(
                    tv_sec: Int(limit.components.seconds), tv_nsec: Int(limit.components.attoseconds / 1_000_000_000))
                number = unsafe sigtimedwait(&set, nil, &time)
                if number < 0, errno == EAGAIN { return .timeout }
            } else {
                number = unsafe sigwaitinfo(&set, nil)
            }
            switch number {
            case SIGTERM, SIGINT: return .stop(number)
            case SIGHUP: return .reload
            case SIGCHLD: return .childEnded
            case SIGIO: return .foldersChanged
            default: continue
            }
        }
    }

    /// From now on a further SIGTERM or SIGINT ends the process at once.
    public static func letStopSignalsKill() {
        var set = mask([SIGTERM, SIGINT])
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Ends this process as SIGTERM from outside would: in good order.
    static func stopSelf() { kill(getpid(), SIGTERM) }

    static func mask(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }
}
