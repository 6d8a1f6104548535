internal import JSONDocument

extension JSONSchemaKeyword {
    static let numbers = [
        JSONSchemaKeyword("multipleOf", .validation) { (value, _, _) throws(JSONSchemaError) in
            guard let divisor = value.number else { return nil }
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard let number = instance.number, !number.isMultiple(of: divisor) else { return true }
                return evaluator.fails("multipleOf", "\(number.text) is not a multiple of \(divisor.text)")
            }
        },
        JSONSchemaKeyword("maximum", .validation) { (value, site, _) throws(JSONSchemaError) in
            // In draft 4 it is a boolean beside the limit.
            let isExclusive = site.object["exclusiveMaximum"]?.bool == true
            return bound("maximum", value, isExclusive ? "less than" : "at most") { isExclusive ? $0 < $1 : $0 <= $1 }
        },
        JSONSchemaKeyword("minimum", .validation) { (value, site, _) throws(JSONSchemaError) in
            let isExclusive = site.object["exclusiveMinimum"]?.bool == true
            return bound("minimum", value, isExclusive ? "more than" : "at least") { isExclusive ? $0 > $1 : $0 >= $1 }
        },
        JSONSchemaKeyword("exclusiveMaximum", .validation, in: .draft6 ... .draft202012) { (value, _, _) throws(JSONSchemaError) in
            bound("exclusiveMaximum", value, "less than") { $0 < $1 }
        },
        JSONSchemaKeyword("exclusiveMinimum", .validation, in: .draft6 ... .draft202012) { (value, _, _) throws(JSONSchemaError) in
            bound("exclusiveMinimum", value, "more than") { $0 > $1 }
        },
    ]

    private static func bound(
        _ keyword: String, _ value: JSONValue, _ relation: String, _ holds: @escaping @Sendable (JSONNumber, JSONNumber) -> Bool
    ) -> JSONSchemaNode.Assertion? {
        guard let bound = value.number else { return nil }
        return { (instance, _, evaluator) throws(JSONSchemaStop) in
            guard let number = instance.number, !holds(number, bound) else { return true }
            return evaluator.fails(keyword, "expected a number of \(relation) \(bound.text), found \(number.text)")
        }
    }
}
