/// The timer of a response order. Several threads perform the actions of a `ReleaseScheduler`, so an older action may come after a newer
/// one: it changes nothing then.
///
/// Each change returns the call that is no longer needed, to be cancelled outside all locks.
struct ReleaseTimer: Sendable {
    private var call: (any Cancellable)?
    /// The number of the latest action.
    private var number = 0

    /// - Parameter call: the scheduled call; returned if the action is outdated.
    mutating func set(_ number: Int, _ call: any Cancellable) -> (any Cancellable)? {
        guard number > self.number else { return call }
        return replace(with: call, number)
    }

    mutating func stop(_ number: Int) -> (any Cancellable)? { number > self.number ? replace(with: nil, number) : nil }

    /// No timer is set from now on.
    mutating func end() -> (any Cancellable)? { replace(with: nil, .max) }

    private mutating func replace(with new: (any Cancellable)?, _ number: Int) -> (any Cancellable)? {
        defer {
            call = new
            self.number = number
        }
        return call
    }
}
