internal import Synchronization

/// Notices a thread that is stuck: it does not come to what it was asked to do. Any thread.
package final class ThreadProbe: Sendable {
    /// How long a question waits at least before the thread counts as silent. One that is only busy may take that long.
    private static let leastPatience = Duration.seconds(1)

    /// When the question was asked that has no answer yet.
    private let asked = Mutex<ContinuousClock.Instant?>(nil)

    package init() {}

    /// Asks, unless an earlier question waits.
    /// - Parameter ask: lets the thread call `answer`.
    /// - Returns: whether an earlier question has waited for at least that time, and at least for a second.
    package func isSilent(now: ContinuousClock.Instant, patience: Duration, ask: () -> Void) -> Bool {
        let since = asked.withLock { asked in
            defer { asked = asked ?? now }
            return asked
        }
        guard let since else {
            ask()
            return false
        }
        return now - since >= max(Self.leastPatience, patience)
    }

    /// The thread has come to the question.
    package func answer() { asked.withLock { $0 = nil } }
}
