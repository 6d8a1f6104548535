/// The gate at which a response waits, and where within the response.
public struct Hold: Hashable, Sendable, Codable {
    /// The gate's name, for ``UnderstudySession/gate(_:)``.
    public var gate: String
    /// How much is sent before it waits.
    public var at: Moment

    /// A gate by its name, and how much is sent before the response waits at it; by default nothing.
    public init(gate: String, at moment: Moment = .beforeHeaders) {
        self.gate = gate
        at = moment
    }

    private enum CodingKeys: String, CodingKey { case gate, at }

    /// Reads the gate's name, or the object.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(gate: name)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            gate: try container.decode(String.self, forKey: .gate),
            at: try container.decodeIfPresent(Moment.self, forKey: .at) ?? .beforeHeaders)
    }

    /// Writes the gate's name alone when nothing is sent before, else the object.
    public func encode(to encoder: any Encoder) throws {
        guard at != .beforeHeaders else {
            try gate.encode(to: encoder)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(gate, forKey: .gate)
        try container.encode(at, forKey: .at)
    }
}
