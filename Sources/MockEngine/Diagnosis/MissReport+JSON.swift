internal import HTTPMessage
package import JSONDocument
internal import StubModel

extension MissReport {
    /// The report as JSON: every field of the nearest stubs with expected and actual value and distance, the hints, the files, and a
    /// mapping that would match.
    package var json: JSONValue {
        [
            "message": .string(candidates.isEmpty ? noStubsText : "Request was not matched"),
            "request": ["method": .string(request.method), "url": .string(request.target)],
            "nearMisses": .array(candidates.map(\.json)),
            "hints": .array(hints.map { .string($0) }),
            "suggestion": [
                "files": .array(suggestion.files.map { .string($0) }), "mappingFile": .string(suggestion.mappingFile),
                "mapping": suggestion.mapping,
            ],
        ]
    }
}

extension MissReport.Candidate {
    /// The whole stub; if it is long, its request, or only its id and name.
    private var shownMapping: JSONValue {
        let whole = mapping.json
        func isShort(_ value: JSONValue) -> Bool { SubEvent(.info, data: value).cost <= MissLimits.mappingBytes }
        if isShort(.object(whole)) { return .object(whole) }
        var object: JSONObject = ["id": .string(mapping.id.description)]
        object["name"] = mapping.name.map { .string(Excerpt.beginning(of: $0)) }
        if let request = whole["request"], isShort(request) { object["request"] = request }
        return .object(object)
    }

    var json: JSONValue {
        var object: JSONObject = [
            "stubMapping": shownMapping, "matchResult": ["distance": JSONValue(result.distance)],
            "fields": .array(result.fields.map(\.json)),
        ]
        if let file { object["file"] = .string(file) }
        if let position = mapping.position {
            object["line"] = JSONValue(position.line)
            object["column"] = JSONValue(position.column)
        }
        object["scenario"] = scenario?.json
        return .object(object)
    }

    /// As a session's report shows the closest stub: which it is, and how its fields compare.
    var summary: JSONValue {
        var object: JSONObject = ["id": .string(mapping.id.description)]
        object["name"] = mapping.name.map { .string(Excerpt.beginning(of: $0)) }
        object["place"] = place.map { .string($0) }
        let fields = result.fields
        object["request"] = .string(
            [mapping.request.method?.words, fields.first { $0.part == .url }?.excerpt.expected]
                .compactMap { $0 }.joined(separator: " "))
        object["fields"] = .array(fields.map(\.json))
        object["scenario"] = scenario?.json
        return .object(object)
    }
}

extension MissReport.ScenarioComparison {
    var json: JSONValue {
        ["name": .string(name), "requiredState": .string(requiredState), "state": .string(state), "matches": .bool(state == requiredState)]
    }
}

extension RequestMatchResult.Field {
    var json: JSONValue { excerpt.fullJSON }

    private var fullJSON: JSONValue {
        var object: JSONObject = ["field": .string(part.rawValue)]
        if let name { object["name"] = .string(name) }
        object["matcher"] = .string(matcher)
        object["expected"] = .string(expected)
        object["actual"] = actual.map { .string($0) } ?? .null
        object["distance"] = JSONValue(distance)
        object["matches"] = .bool(isMatch)
        if !isCompared { object["compared"] = false }
        if !parts.isEmpty {
            object["parts"] = .array(
                parts.map { part in
                    [
                        "name": part.name.map { .string($0) } ?? .null, "matches": .bool(part.isMatch),
                        "fields": .array(part.fields.map(\.json)),
                    ]
                })
        }
        return .object(object)
    }
}
