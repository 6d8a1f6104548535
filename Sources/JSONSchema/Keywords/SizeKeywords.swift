internal import JSONDocument

extension JSONSchemaKeyword {
    static let sizes = [
        size("maxItems", "at most", "elements", { $0.array?.count }, { $0 <= $1 }),
        size("minItems", "at least", "elements", { $0.array?.count }, { $0 >= $1 }),
        size("maxProperties", "at most", "members", { $0.object?.count }, { $0 <= $1 }),
        size("minProperties", "at least", "members", { $0.object?.count }, { $0 >= $1 }),
        JSONSchemaKeyword("uniqueItems", .validation) { (value, _, _) throws(JSONSchemaError) in
            guard value.bool == true else { return nil }
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard let values = instance.array else { return true }
                try evaluator.readsAll(of: instance)
                var seen: Set<JSONValue> = []
                for (index, value) in values.enumerated() where !seen.insert(value).inserted {
                    return evaluator.fails("uniqueItems", "element \(index) is there twice")
                }
                return true
            }
        },
    ]

    private static func size(
        _ name: String, _ relation: String, _ things: String, _ count: @escaping @Sendable (JSONValue) -> Int?,
        _ holds: @escaping @Sendable (Int, Int) -> Bool
    ) -> JSONSchemaKeyword {
        JSONSchemaKeyword(name, .validation) { (value, _, _) throws(JSONSchemaError) in
            guard let limit = value.int else { return nil }
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard let count = count(instance), !holds(count, limit) else { return true }
                return evaluator.fails(name, "expected \(relation) \(limit) \(things), found \(count)")
            }
        }
    }
}
