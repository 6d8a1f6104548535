internal import Foundation

extension Stub: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, uuid, name, request, response, responses, `repeat`, priority, scenarioName, requiredScenarioState, newScenarioState,
            persistent, metadata, probability, expect
    }

    /// Reads a mapping as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? { try container.decodeIfPresent(Value.self, forKey: key) }
        self.init(request: try value(.request) ?? RequestPattern())
        id = try value(.id) ?? value(.uuid)
        name = try value(.name)
        let single: StubResponse? = try value(.response)
        responses = try single.map { [$0] } ?? value(.responses) ?? []
        `repeat` = try value(.repeat)
        priority = try value(.priority)
        scenarioName = try value(.scenarioName)
        requiredScenarioState = try value(.requiredScenarioState)
        newScenarioState = try value(.newScenarioState)
        persistent = try value(.persistent)
        metadata = try value(.metadata)
        probability = try value(.probability)
        expect = try value(.expect)
        additionalFields = try AdditionalFields.decode(beside: CodingKeys.self, from: decoder)
    }

    /// Writes a mapping as the server reads it.
    public func encode(to encoder: any Encoder) throws {
        try AdditionalFields.encode(additionalFields, to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        func write(_ key: CodingKeys, _ value: (some Encodable)?) throws { try container.encodeIfPresent(value, forKey: key) }
        try write(.id, id?.uuidString.lowercased())
        try write(.name, name)
        try write(.request, request)
        if responses.count == 1 && `repeat` == nil {
            try write(.response, responses[0])
        } else if !responses.isEmpty {
            try write(.responses, responses)
            try write(.repeat, `repeat`)
        }
        try write(.priority, priority)
        try write(.scenarioName, scenarioName)
        try write(.requiredScenarioState, requiredScenarioState)
        try write(.newScenarioState, newScenarioState)
        try write(.persistent, persistent)
        try write(.metadata, metadata)
        try write(.probability, probability)
        try write(.expect, expect)
    }
}
