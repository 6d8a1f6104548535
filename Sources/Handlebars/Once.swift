internal import Synchronization

/// A value that is computed on first use. Any thread.
package struct Once<Value: Sendable>: ~Copyable, Sendable {
    private let known = Mutex<Value?>(nil)

    /// Nothing is computed yet.
    package init() {}

    /// The value; the first call makes it.
    package func value(_ make: () -> Value) -> Value {
        known.withLock { known in
            if let known { return known }
            let value = make()
            known = value
            return value
        }
    }
}
