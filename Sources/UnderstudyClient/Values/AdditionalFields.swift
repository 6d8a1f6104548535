/// Members of a JSON object that a type has no property for, e.g. those of a newer server. They come back as they were.
enum AdditionalFields {
    /// Those members whose names are no keys of the type.
    static func decode<Key: CodingKey & CaseIterable>(beside keys: Key.Type, from decoder: any Decoder) throws -> [String: JSONValue] {
        let known = Set(keys.allCases.map(\.stringValue))
        let container = try decoder.container(keyedBy: FieldName.self)
        var fields: [String: JSONValue] = [:]
        for key in container.allKeys where !known.contains(key.stringValue) {
            fields[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
        return fields
    }

    /// Writes them. The type writes its own members behind them, so those win.
    static func encode(_ fields: [String: JSONValue], to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        for (name, value) in fields { try container.encode(value, forKey: FieldName(name)) }
    }
}
