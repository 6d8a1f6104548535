import Foundation

/// Rung by whoever changes something that a test waits for. Any thread.
public final class Bell: Sendable {
    private let condition = NSCondition()
    /// Guarded by the condition's lock.
    private nonisolated(unsafe) var rings = 0

    public init() {}

    public func ring() {
        condition.withLock {
            unsafe rings &+= 1
            condition.broadcast()
        }
    }

    /// Blocks until that is so: asks whenever the bell is rung, and now and then by itself, for not everything rings it. Never spins: what
    /// is waited for may need the processor.
    /// - Returns: whether it came to be so in time.
    public func wait(within patience: Duration = .seconds(60), until isSo: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + patience
        while true {
            let heard = condition.withLock { unsafe rings }
            if isSo() { return true }
            if ContinuousClock.now >= deadline { return false }
            let nextLook = Date().addingTimeInterval(0.002)
            condition.withLock {
                while unsafe rings == heard, condition.wait(until: nextLook) {}
            }
        }
    }

    /// The same for tests that must not block: a thread of its own waits.
    public func eventually(within patience: Duration = .seconds(60), _ isSo: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.wait(within: patience, until: isSo)) }
        }
    }
}
