public import JSONDocument

/// What can be said of a gate at one moment.
public struct GateState: Sendable, Equatable {
    public var name: String
    /// Responses that wait at it now.
    public var waiting = 0
    /// Responses that have come to it, those that left among them.
    public var arrived = 0
    /// Responses that were let go and went on.
    public var released = 0
    /// Whether it lets everything through.
    public var isOpen = false

    public init(name: String) { self.name = name }

    public var json: JSONValue {
        [
            "name": .string(name), "waiting": JSONValue(waiting), "arrived": JSONValue(arrived), "released": JSONValue(released),
            "open": .bool(isOpen),
        ]
    }
}
