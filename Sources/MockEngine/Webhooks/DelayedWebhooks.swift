internal import Synchronization

/// A session's webhooks whose delay is not over. Any thread.
final class DelayedWebhooks: Sendable {
    /// What ends the delay of a webhook when the server stops.
    typealias Ending = @Sendable () -> Void

    private enum Phase: Sendable {
        case open
        /// The server stops: there are no delays any more.
        case stopping
        /// The session has ended: its webhooks are dropped.
        case ended
    }

    private struct State: Sendable {
        var phase = Phase.open
        var lastNumber: UInt64 = 0
        var endings: [UInt64: Ending] = [:]
    }

    private let state = Mutex(State())

    /// Adds a webhook.
    /// - Parameter ending: called when the server stops before the delay is over.
    /// - Returns: a number for `take`; nil when the server stops, so that its delay is over.
    func add(_ ending: @escaping Ending) -> UInt64? {
        state.withLock { state in
            if state.phase == .stopping { return nil }
            state.lastNumber += 1
            if state.phase == .open { state.endings[state.lastNumber] = ending }
            return state.lastNumber
        }
    }

    /// Takes the webhook whose delay is over.
    /// - Returns: false if it was taken before, or dropped.
    func take(_ number: UInt64) -> Bool { state.withLock { $0.endings.removeValue(forKey: number) != nil } }

    /// The server stops: ends all delays, in the order in which they began.
    func endDelays() {
        for (_, ending) in takeAll(.stopping).sorted(by: { $0.key < $1.key }) { ending() }
    }

    /// Drops all webhooks, because the session has ended.
    func drop() { _ = takeAll(.ended) }

    private func takeAll(_ phase: Phase) -> [UInt64: Ending] {
        state.withLock { state in
            defer { (state.phase, state.endings) = (phase, [:]) }
            return state.endings
        }
    }
}
