/// A scenario: stubs that respond in one of its states only.
public struct Scenario: Hashable, Sendable, Decodable {
    /// Its name.
    public let name: String
    /// The state that it is in; the first one is `Started`.
    public let state: String
    /// The states that stubs name.
    public let possibleStates: [String]?
}
