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

/// The engine's timer, on the reactor's thread. Before the listeners are open it schedules nothing, and calls are made at once. After they
/// are closed, calls with a delay are dropped: nothing waits for them any longer, and one that schedules itself again would never end.
final class SystemTimer: EngineTimer {
    private struct AtOnce: Cancellable { func cancel() {} }

    private struct Later: Cancellable {
        let call: ScheduledCall
        func cancel() { call.cancel() }
    }

    private enum State: Sendable {
        case new
        case open(Reactor)
        case closed
    }

    private let state = Mutex(State.new)

    /// Whether it schedules.
    var isOpen: Bool { if case .open = state.withLock({ $0 }) { true } else { false } }

    func open(_ reactor: Reactor) { state.withLock { $0 = .open(reactor) } }

    /// As before it was opened: the reactor stops, and another one will be there.
    func reset() { state.withLock { $0 = .new } }

    func close() { state.withLock { $0 = .closed } }

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        switch state.withLock({ $0 }) {
        case .open(let reactor) where delay > .zero: return Later(call: reactor.schedule(after: delay, body))
        case .closed where delay > .zero: break
        case .new, .open, .closed: body()
        }
        return AtOnce()
    }
}
