internal import Synchronization

/// A value that is computed on first use. Any thread. The same as that of Handlebars: each of the two modules has its own, because the
/// compiler specializes no generic `package` type of another module (measured in decision 0230), and every request with a template has ten.
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
