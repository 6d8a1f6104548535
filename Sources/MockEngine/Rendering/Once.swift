internal import Synchronization

/// A value that is computed on first use. Any thread. The same as that of Handlebars, and of this module so that it is specialized.
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
