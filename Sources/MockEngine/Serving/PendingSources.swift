internal import Synchronization

/// The responses and bodies that sources have yet to give, so that they end with their session. Any thread.
final class PendingSources: Sendable {
    private enum Source: Sendable {
        /// It begins; there is nothing yet that ends it.
        case beginning
        case waiting(end: @Sendable () -> Void)
    }

    private struct State: Sendable {
        var sources: [UInt64: Source] = [:]
        var last: UInt64 = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// - Returns: the number of a response that a source is about to begin.
    func add() -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.sources[state.last] = .beginning
            return state.last
        }
    }

    /// Sets what ends the response; called at once if the session has ended. Does nothing if the response has been given.
    func set(_ end: @escaping @Sendable () -> Void, for number: UInt64) {
        let isOver = state.withLock { state in
            guard state.sources[number] != nil else { return false }
            state.sources[number] = state.isOver ? nil : .waiting(end: end)
            return state.isOver
        }
        if isOver { end() }
    }

    /// Nothing ends the response any more.
    /// - Returns: false if it was given or abandoned before.
    func take(_ number: UInt64) -> Bool { state.withLock { $0.sources.removeValue(forKey: number) != nil } }

    /// Ends all of them, and later ones.
    func end() {
        let ends = state.withLock { state in
            state.isOver = true
            var ends: [@Sendable () -> Void] = []
            for case (let number, .waiting(let end)) in state.sources {
                ends.append(end)
                state.sources[number] = nil
            }
            return ends
        }
        for end in ends { end() }
    }
}
