package import JSONDocument

/// What can be said of a gate at one moment.
package struct GateState: Sendable, Equatable {
    package var name: String
    /// Responses that wait at it now.
    package var waiting = 0
    /// Responses that have come to it, those that left among them.
    package var arrived = 0
    /// Responses that were let go and went on.
    package var released = 0
    /// Whether it lets everything through.
    package var isOpen = false

    package init(name: String) { self.name = name }

    package var json: JSONValue {
        [
            "name": .string(name), "waiting": JSONValue(waiting), "arrived": JSONValue(arrived), "released": JSONValue(released),
            "open": .bool(isOpen),
        ]
    }
}
