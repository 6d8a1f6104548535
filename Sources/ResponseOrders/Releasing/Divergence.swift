/// Why a replay cannot continue: the next request of the order does not arrive.
package struct Divergence: Sendable, Hashable, CustomStringConvertible {
    /// The number of the response whose turn it is.
    package let number: Int
    /// How many responses were released before.
    package let released: Int
    /// How many responses the order has.
    package let count: Int
    /// How many requests of the order have arrived.
    package let arrived: Int
    /// How many of them must have arrived before the response is released.
    package let needed: Int
    /// What is held instead, oldest first.
    package let held: [RequestLabel]

    /// A sentence with what was held instead.
    package var description: String {
        let instead = held.isEmpty ? "Nothing is held." : "Held instead: \(held.map(\.description).joined(separator: ", "))."
        let wanted =
            arrived < needed
            ? "until \(needed) requests of it have arrived, but only \(arrived) have"
            : "for request \(number), which does not arrive"
        return "The run diverged from its schedule: step \(released + 1) of \(count) waits \(wanted). \(instead)"
    }
}
