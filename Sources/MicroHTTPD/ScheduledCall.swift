internal import Synchronization

/// A call that the reactor makes at a given time. Any thread.
package final class ScheduledCall: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    /// Cancels the call. Does nothing after it was made.
    package func cancel() { _ = take() }

    /// Whether it was made or cancelled.
    var isPast: Bool { body.withLock { $0 == nil } }

    func make() { take()?() }

    private func take() -> (@Sendable () -> Void)? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}
