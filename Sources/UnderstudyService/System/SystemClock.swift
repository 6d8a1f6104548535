internal import Glibc
internal import MicroHTTPD
internal import MockEngine
internal import Synchronization

/// The machine's time.
struct SystemClock: EngineClock {
    var now: Timestamp {
        let time = Self.read(CLOCK_REALTIME)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Whole seconds since 1970, as certificates and signed links count.
    static var seconds: Int { Int(SystemClock().now.milliseconds / 1_000) }

    var uptime: Duration {
        let time = Self.read(CLOCK_MONOTONIC)
        return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return time
    }
}

/// The engine's timer, on the reactor's thread. Before the listeners are open it schedules nothing, and calls are made at once.
final class SystemTimer: EngineTimer {
    private struct AtOnce: Cancellable { func cancel() {} }

    private struct Later: Cancellable {
        let call: ScheduledCall
        func cancel() { call.cancel() }
    }

    private let reactor = Mutex<Reactor?>(nil)

    /// Whether it schedules; otherwise it makes calls at once.
    var isOpen: Bool { reactor.withLock { $0 != nil } }

    func open(_ reactor: Reactor?) { self.reactor.withLock { $0 = reactor } }

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        guard let reactor = reactor.withLock({ $0 }), delay > .zero else {
            body()
            return AtOnce()
        }
        return Later(call: reactor.schedule(after: delay, body))
    }
}
