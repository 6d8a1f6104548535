internal import JSONDocument

extension JSONSchemaKeyword {
    /// Apply to what no other keyword has evaluated.
    static let unevaluated = [
        JSONSchemaKeyword("unevaluatedItems", .unevaluated, in: .draft201909 ... .draft202012, subschemas: .one) {
            (_, site, compiler) throws(JSONSchemaError) in
            compiler.collectsMarks = true
            let node = try compiler.node(site, "unevaluatedItems")
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                guard case .array(let values) = instance else { return true }
                var isValid = true
                for (index, value) in values.enumerated().dropFirst(marks.prefix) where !marks.indices.contains(index) {
                    if try !evaluator.evaluate(node, at: .index(index), value) { isValid = false }
                }
                marks.prefix = values.count
                return isValid
            }
        },
        JSONSchemaKeyword("unevaluatedProperties", .unevaluated, in: .draft201909 ... .draft202012, subschemas: .one) {
            (_, site, compiler) throws(JSONSchemaError) in
            compiler.collectsMarks = true
            let node = try compiler.node(site, "unevaluatedProperties")
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                guard case .object(let object) = instance, !marks.hasAllNames else { return true }
                var isValid = true
                for (name, value) in object.members where !marks.names.contains(ExactText(name)) {
                    if try !evaluator.evaluate(node, at: .name(name), value) { isValid = false }
                }
                marks.hasAllNames = true
                return isValid
            }
        },
    ]
}
