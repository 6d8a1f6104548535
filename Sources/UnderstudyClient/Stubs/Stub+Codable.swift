internal import Foundation

extension Stub: Codable {
    private enum Key: String, CaseIterable {
        case id, uuid, name, request, response, responses, `repeat`, priority, scenarioName, requiredScenarioState, newScenarioState,
            persistent, metadata, probability, expect
    }

    /// Reads a mapping as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        func value<Value: Decodable>(_ key: Key, _ type: Value.Type = Value.self) throws -> Value? {
            try container.decodeIfPresent(type, forKey: FieldName(key.rawValue))
        }
        self.init(request: try value(.request) ?? RequestPattern())
        id = try value(.id) ?? value(.uuid)
        name = try value(.name)
        responses = try value(.responses) ?? []
        if let response = try value(.response, JSONValue.self) {
            if let modify = response["modify"] {
                modifier = try modify.decode()
            } else {
                responses = [try response.decode()]
            }
        }
        `repeat` = try value(.repeat)
        priority = try value(.priority)
        scenarioName = try value(.scenarioName)
        requiredScenarioState = try value(.requiredScenarioState)
        newScenarioState = try value(.newScenarioState)
        persistent = try value(.persistent)
        metadata = try value(.metadata)
        probability = try value(.probability)
        expect = try value(.expect)
        let known = Set(Key.allCases.map(\.rawValue))
        for key in container.allKeys where !known.contains(key.stringValue) {
            additionalFields[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    /// Writes a mapping as the server reads it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        func write(_ key: Key, _ value: (some Encodable)?) throws {
            try container.encodeIfPresent(value, forKey: FieldName(key.rawValue))
        }
        for (name, value) in additionalFields { try container.encode(value, forKey: FieldName(name)) }
        try write(.id, id?.uuidString.lowercased())
        try write(.name, name)
        try write(.request, request)
        if let modifier {
            try write(.response, ["modify": modifier])
        } else if responses.count == 1 && `repeat` == nil {
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
