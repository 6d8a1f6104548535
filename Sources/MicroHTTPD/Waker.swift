internal import Synchronization

/// Joins a suspension and the call of `wake` by a stream or a regulator, whichever comes first.
final class Waker: Sendable {
    private enum State { case fresh, called, armed(UInt64) }

    private let exchange: Exchange
    private let state = Mutex(State.fresh)

    init(_ exchange: Exchange) { self.exchange = exchange }

    func wake() {
        let generation: UInt64? = state.withLock { state in
            defer { state = .called }
            return if case .armed(let generation) = state { generation } else { nil }
        }
        if let generation { exchange.wake(.ready, only: generation) }
    }

    /// The exchange is suspended; this is the suspension's number. It may be armed again for a later one.
    func arm(_ generation: UInt64) {
        let wasCalled = state.withLock { state in
            if case .called = state { return true }
            state = .armed(generation)
            return false
        }
        if wasCalled { exchange.wake(.ready, only: generation) }
    }
}
