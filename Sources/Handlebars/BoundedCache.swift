internal import JSONDocument
internal import Synchronization

/// Compiled patterns and paths by their text, so that each is compiled once. Emptied when full; long texts, which may come from a request,
/// are not cached. Any thread.
final class BoundedCache<Value: Sendable>: Sendable {
    private static var longestKey: Int { 4_096 }

    private let limit: Int
    private let values = Mutex<[ExactText: Value]>([:])

    init(limit: Int = 1_000) { self.limit = limit }

    func value<Failure: Error>(_ key: String, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard key.utf8.count <= Self.longestKey else { return try make() }
        let key = ExactText(key)
        if let known = values.withLock({ $0[key] }) { return known }
        let made = try make()
        values.withLock { values in
            if values.count >= limit { values.removeAll() }
            values[key] = made
        }
        return made
    }
}
