internal import Synchronization

/// Cancels work that another thread begins later, whichever comes first. Any thread.
final class Cancellation: Sendable {
    private struct State: Sendable {
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// The work has begun.
    /// - Parameter cancel: cancels it; called at once if that is asked for already. Nil for work that nothing can cancel.
    func set(_ cancel: (@Sendable () -> Void)?) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.cancel = cancel }
            return state.isCancelled
        }
        if isCancelled { cancel?() }
    }

    /// Cancels the work, now or when it begins.
    func cancel() {
        let cancel = state.withLock { state in
            state.isCancelled = true
            defer { state.cancel = nil }
            return state.cancel
        }
        cancel?()
    }
}
