/// The stub that came closest to a request that nothing answered, field by field.
public struct ClosestStub: Hashable, Sendable, Decodable {
    /// A scenario that the stub belongs to.
    public struct Scenario: Hashable, Sendable, Decodable {
        /// The scenario's name.
        public let name: String
        /// The state in which the stub responds.
        public let requiredState: String
        /// The state that the scenario was in when the request came.
        public let state: String
    }

    /// The stub.
    public let stub: StubReference
    /// The stub's method and URL, such as `GET /points`.
    public let request: String
    /// Every field that the stub asks for, with what the request has.
    public let fields: [NearMiss.Field]
    /// The stub's scenario; nil when it responds in every state.
    public let scenario: Scenario?

    private enum CodingKeys: String, CodingKey { case request, fields, scenario }

    /// Reads it as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        stub = try StubReference(from: decoder)
        request = try container.decodeIfPresent(String.self, forKey: .request) ?? ""
        fields = try container.decodeIfPresent([NearMiss.Field].self, forKey: .fields) ?? []
        scenario = try container.decodeIfPresent(Scenario.self, forKey: .scenario)
    }

    /// Whether the request's URL is one that the stub is for.
    public var isForTheURL: Bool { fields.allSatisfy { $0.field != "url" || $0.matches } }

    /// The fields that differ, with what the stub asks for and what the request has, several lines. Empty when none differs.
    public var diff: String {
        var lines = fields.filter { !$0.matches }.map(\.diff)
        if let scenario, scenario.state != scenario.requiredState {
            lines.append("  scenario \(scenario.name)\n    - \(scenario.requiredState)\n    + \(scenario.state)")
        }
        return lines.joined(separator: "\n")
    }
}
