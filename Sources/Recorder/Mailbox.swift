internal import DequeModule
internal import SystemCalls

/// Passes values from any thread to one that waits for them.
final class Mailbox<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the values are only used while the monitor is locked.
    private let monitor = Monitor()
    private var values: Deque<Value> = []

    /// Adds a value. Does not block.
    func put(_ value: Value) {
        monitor.locked {
            values.append(value)
            monitor.signal()
        }
    }

    /// Takes the oldest value. Blocks until there is one.
    func take() -> Value {
        monitor.locked {
            while true {
                if let value = values.popFirst() { return value }
                monitor.wait()
            }
        }
    }
}
