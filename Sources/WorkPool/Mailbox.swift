internal import Synchronization
internal import SystemCalls

/// Passes values from any thread to one that waits for them.
package final class Mailbox<Value: Sendable>: Sendable {
    private let monitor = Monitor()
    private let values = Mutex<[Value]>([])

    package init() {}

    /// Adds a value. Does not block.
    package func put(_ value: Value) {
        monitor.locked {
            values.withLock { $0.append(value) }
            monitor.signal()
        }
    }

    /// Takes the oldest value. Blocks until there is one.
    package func take() -> Value {
        monitor.locked {
            while true {
                if let value = values.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return value }
                monitor.wait()
            }
        }
    }
}
