internal import MockEngine
internal import Synchronization

/// Something that is waited for until a timer says that it is enough. Any thread.
final class TimedWait: Cancellable {
    /// Stops the waiting, and gives what makes the reply for the case that nothing has happened; nil when it has.
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

    /// It has happened.
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

    /// Nobody wants to know any more.
    func cancel() {
        let stop = state.withLock { $0.stop }
        end()
        _ = stop?()
    }
}
