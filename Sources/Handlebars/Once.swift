internal import Synchronization

/// A value that is computed on first use. Any thread. MockEngine has its own: the compiler specializes no generic type of another module, and
/// every template of a request has ten (decision 0230).
struct Once<Value: Sendable>: ~Copyable, Sendable {
    private let known = Mutex<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
        known.withLock { known in
            if let known { return known }
            let value = make()
            known = value
            return value
        }
    }
}
