internal import JSONDocument

/// Of `understudy.json`: made of the table of settings, so that it names what there is. `schemas/settings.json` holds it; a test compares.
enum SettingsSchema {
    static var text: String { JSONValue.object(root).text(.pretty) + "\n" }

    private static var root: JSONObject {
        var root: JSONObject = [
            "$schema": "http://json-schema.org/draft-07/schema#", "title": "Settings of Understudy",
            "description": "understudy.json in the mocks folder. Each setting is also a flag and a variable.", "type": "object",
        ]
        var properties: JSONObject = ["$schema": ["type": "string", "description": "For editors; ignored here."]]
        for setting in Setting.all {
            guard let path = setting.path else { continue }
            insert(setting, path.split(separator: ".").map(String.init)[...], into: &properties)
        }
        root["properties"] = .object(properties)
        root["additionalProperties"] = false
        return root
    }

    private static func insert(_ setting: Setting, _ path: ArraySlice<String>, into properties: inout JSONObject) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            properties[name] = .object(description(of: setting))
            return
        }
        var inner = properties[name]?["properties"]?.object ?? [:]
        insert(setting, path.dropFirst(), into: &inner)
        properties[name] = ["type": "object", "properties": .object(inner), "additionalProperties": false]
    }

    private static func description(of setting: Setting) -> JSONObject {
        let form = setting.written ?? "\(setting.isList ? "One or a list of " : "")\(setting.expected())"
        var schema = setting.schema ?? valueSchema(of: setting)
        schema["description"] = .string("\(form). The flag is --\(setting.name).")
        return schema
    }

    private static func valueSchema(of setting: Setting) -> JSONObject {
        let type = JSONValue.string(setting.jsonType)
        if setting.isList { return ["type": ["string", "array"], "items": ["type": type]] }
        var schema: JSONObject = ["type": type]
        for (name, value) in setting.keywords { schema[name] = value }
        return schema
    }
}
