internal import MockEngine
internal import Synchronization

/// A wait for an event that ends with a time-out. Any thread.
final class TimedWait: Cancellable {
    /// Stops waiting. Returns nil when the event has happened, otherwise a closure that makes the reply for a time-out.
    typealias Stop = @Sendable () -> (@Sendable () -> AdminReply)?

    private struct State: Sendable {
        var isOver = false
        var timeout: (any Cancellable)?
        var stop: Stop?
    }

    private let state = Mutex(State())

    func set(stop: @escaping Stop, _ timeout: any Cancellable) {
        let isOver = state.withLock { state in
            if !state.isOver {
                state.timeout = timeout
                state.stop = stop
            }
            return state.isOver
        }
        if isOver { timeout.cancel() }
    }

    /// The event has happened.
    func end() {
        let timeout: (any Cancellable)? = state.withLock { state in
            state.isOver = true
            defer {
                state.timeout = nil
                state.stop = nil
            }
            return state.timeout
        }
        timeout?.cancel()
    }

    /// The client has left.
    func cancel() {
        let stop = state.withLock { $0.stop }
        end()
        _ = stop?()
    }
}
