/// A replay in which the next request of the order does not come.
public struct Divergence: Sendable, Hashable, CustomStringConvertible {
    /// The number of the response whose turn it is.
    public let number: Int
    /// How many responses went out before.
    public let released: Int
    /// How many responses the order has.
    public let count: Int
    /// How many requests of the order have arrived.
    public let arrived: Int
    /// How many of them must have arrived before the response is released.
    public let needed: Int
    /// What was held instead, the oldest first.
    public let held: [RequestLabel]

    /// A sentence with what was held instead.
    public var description: String {
        let instead = held.isEmpty ? "Nothing is held." : "Held instead: \(held.map(\.description).joined(separator: ", "))."
        let wanted =
            arrived < needed
            ? "until \(needed) requests of it have arrived, but only \(arrived) have"
            : "for request \(number), which does not arrive"
        return "The run diverged from its schedule: step \(released + 1) of \(count) waits \(wanted). \(instead)"
    }
}
