internal import MockEngine
internal import Synchronization

/// Ends something that takes too long. Any thread.
final class TimeLimit: Sendable {
    private struct State: Sendable {
        var timer: (any Cancellable)?
        var isEnded = false
        var isOver = false
    }

    private let state = Mutex(State())

    /// Whether the time was over before the end.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// - Parameter body: called when the time is over before `end`.
    func begin(_ limit: Duration, on timer: any EngineTimer, _ body: @escaping @Sendable () -> Void) {
        let scheduled = timer.schedule(after: limit) { [self] in
            let isLate = state.withLock { state in
                state.isOver = !state.isEnded
                return state.isOver
            }
            if isLate { body() }
        }
        let isEnded = state.withLock { state in
            state.timer = scheduled
            return state.isEnded
        }
        if isEnded { scheduled.cancel() }
    }

    /// It has ended within the limit.
    func end() {
        let timer = state.withLock { state in
            state.isEnded = true
            return state.timer
        }
        timer?.cancel()
    }
}
