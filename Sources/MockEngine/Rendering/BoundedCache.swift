internal import Synchronization

/// Compiled forms by their text, so that a pattern or a path that templates hold is compiled once. Emptied when it is full.
final class BoundedCache<Value: Sendable>: Sendable {
    private let limit: Int
    private let values = Mutex<[String: Value]>([:])

    init(limit: Int = 1_000) { self.limit = limit }

    func value<Failure: Error>(_ key: String, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        if let known = values.withLock({ $0[key] }) { return known }
        let made = try make()
        values.withLock { values in
            if values.count >= limit { values.removeAll() }
            values[key] = made
        }
        return made
    }
}
