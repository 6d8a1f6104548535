internal import Synchronization

/// The memory for the bodies of all requests of a daemon together. What does not fit goes to files. Any thread.
final class BodyRoom: Sendable {
    private let limit: Int
    private let used = Atomic<Int>(0)

    /// - Parameter limit: in bytes.
    init(limit: Int) { self.limit = limit }

    /// Takes so many bytes, which `giveBack` returns.
    /// - Returns: false when there are not so many left; then none are taken.
    func take(_ count: Int) -> Bool {
        if used.add(count, ordering: .relaxed).newValue <= limit { return true }
        giveBack(count)
        return false
    }

    func giveBack(_ count: Int) { used.subtract(count, ordering: .relaxed) }
}
