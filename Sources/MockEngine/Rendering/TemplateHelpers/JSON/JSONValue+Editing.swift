internal import JSONDocument

extension JSONValue {
    func value(at place: JSONPathLocation) -> JSONValue? {
        place.steps.reduce(self) { (value: JSONValue?, step) in
            switch step {
            case .name(let name): value?[name]
            case .index(let index): value?[index]
            }
        }
    }

    /// The same with another value at a place; without it when the change gives nil.
    func changing(_ place: JSONPathLocation, _ change: (JSONValue) -> JSONValue?) -> JSONValue {
        changed(place.steps[...], change) ?? .null
    }

    /// The same without the values at some places.
    func removing(_ places: [JSONPathLocation]) -> JSONValue {
        // From the back, so that indexes before stay what they are.
        places.sorted { Self.precedes($1.steps[...], $0.steps[...]) }.reduce(self) { $0.changing($1) { _ in nil } }
    }

    /// Members of objects that are null left out, at any depth.
    var withoutNullMembers: JSONValue {
        switch self {
        case .object(let object):
            .object(JSONObject(object.filter { !$0.value.isNull }.map { ($0.name, $0.value.withoutNullMembers) }))
        case .array(let values): .array(values.map(\.withoutNullMembers))
        default: self
        }
    }

    private func changed(_ steps: ArraySlice<JSONPathLocation.Step>, _ change: (JSONValue) -> JSONValue?) -> JSONValue? {
        guard let step = steps.first else { return change(self) }
        switch (step, self) {
        case (.name(let name), .object(var object)):
            guard let value = object[name] else { return self }
            object[name] = value.changed(steps.dropFirst(), change)
            return .object(object)
        case (.index(let index), .array(var values)):
            guard values.indices.contains(index) else { return self }
            if let value = values[index].changed(steps.dropFirst(), change) { values[index] = value } else { values.remove(at: index) }
            return .array(values)
        default: return self
        }
    }

    private static func precedes(_ left: ArraySlice<JSONPathLocation.Step>, _ right: ArraySlice<JSONPathLocation.Step>) -> Bool {
        for (left, right) in zip(left, right) where left != right {
            switch (left, right) {
            case (.index(let left), .index(let right)): return left < right
            default: return false
            }
        }
        return left.count < right.count
    }
}
