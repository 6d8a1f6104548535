/// A scenario: stubs that respond in one of its states only.
public struct Scenario: Hashable, Sendable, Decodable {
    /// The scenario's name.
    public let name: String
    /// The state that it is in; the first one is `Started`.
    public let state: String
    /// The states that stubs name. Nil when the server does not say.
    public let possibleStates: [String]?
}
