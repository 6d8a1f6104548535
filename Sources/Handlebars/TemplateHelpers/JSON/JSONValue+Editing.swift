package import JSONDocument
package import JSONPath

extension JSONValue {
    /// The value at a location; nil if there is none.
    package func value(at place: JSONPathLocation) -> JSONValue? {
        place.steps.reduce(self) { (value: JSONValue?, step) in
            switch step {
            case .name(let name): value?[name]
            case .index(let index): value?[index]
            }
        }
    }

    /// A copy with another value at a location; unchanged if there is no such location.
    package func changing(_ place: JSONPathLocation, _ change: (JSONValue) -> JSONValue) -> JSONValue { changed(place.steps[...], change) }

    /// A copy without the values at these locations, made in one pass.
    package func removing(_ places: [JSONPathLocation]) -> JSONValue { without(places.map { $0.steps[...] }) ?? .null }

    /// A copy without members that are null, at any depth.
    var withoutNullMembers: JSONValue {
        switch self {
        case .object(let object):
            .object(JSONObject(object.filter { !$0.value.isNull }.map { ($0.name, $0.value.withoutNullMembers) }))
        case .array(let values): .array(values.map(\.withoutNullMembers))
        default: self
        }
    }

    private typealias Steps = ArraySlice<JSONPathLocation.Step>

    private func changed(_ steps: Steps, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard let step = steps.first else { return change(self) }
        switch (step, self) {
        case (.name(let name), .object(var object)):
            guard let value = object[name] else { return self }
            object[name] = value.changed(steps.dropFirst(), change)
            return .object(object)
        case (.index(let index), .array(var values)):
            guard values.indices.contains(index) else { return self }
            values[index] = values[index].changed(steps.dropFirst(), change)
            return .array(values)
        default: return self
        }
    }

    /// Nil if one of the locations is the value itself.
    private func without(_ places: [Steps]) -> JSONValue? {
        if places.isEmpty { return self }
        if places.contains(where: \.isEmpty) { return nil }
        switch self {
        case .object(let object):
            var rests: [ExactText: [Steps]] = [:]
            for place in places { if case .name(let name)? = place.first { rests[ExactText(name), default: []].append(place.dropFirst()) } }
            let kept = object.compactMap { member in member.value.without(rests[ExactText(member.name)] ?? []).map { (member.name, $0) } }
            return .object(JSONObject(kept))
        case .array(let values):
            var rests: [Int: [Steps]] = [:]
            for place in places { if case .index(let index)? = place.first { rests[index, default: []].append(place.dropFirst()) } }
            return .array(values.enumerated().compactMap { index, value in value.without(rests[index] ?? []) })
        case .null, .bool, .number, .string: return self
        }
    }
}
