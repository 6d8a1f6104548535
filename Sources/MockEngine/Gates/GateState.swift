package import JSONDocument

/// A snapshot of a gate.
package struct GateState: Sendable, Equatable {
    /// The gate's name, as stubs write it.
    package var name: String
    /// How many responses wait at it now.
    package var waiting = 0
    /// How many responses have arrived at it, including those that left.
    package var arrived = 0
    /// How many responses were released and continued.
    package var released = 0
    /// Whether it is open: every response passes.
    package var isOpen = false

    package init(name: String) { self.name = name }

    /// As the admin API shows it.
    package var json: JSONValue {
        [
            "name": .string(name), "waiting": JSONValue(waiting), "arrived": JSONValue(arrived), "released": JSONValue(released),
            "open": .bool(isOpen),
        ]
    }
}
