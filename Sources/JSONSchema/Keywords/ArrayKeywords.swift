internal import JSONDocument

extension JSONSchemaKeyword {
    static let arrays = [
        JSONSchemaKeyword("prefixItems", .applicator, in: .draft202012 ... .draft202012, subschemas: .list) {
            (_, site, compiler) throws(JSONSchemaError) in prefix(try compiler.nodes(site, "prefixItems"))
        },
        // Up to 2019-09 a list applies to the first elements, and "additionalItems" to the others.
        JSONSchemaKeyword("items", .applicator, subschemas: .oneOrList) { (value, site, compiler) throws(JSONSchemaError) in
            if value.array != nil { return prefix(try compiler.nodes(site, "items")) }
            let is2020 = compiler.dialect(site).draft == .draft202012
            return rest(from: is2020 ? site.object["prefixItems"]?.array?.count ?? 0 : 0, try compiler.node(site, "items"))
        },
        JSONSchemaKeyword("additionalItems", .applicator, in: .draft4 ... .draft201909, subschemas: .one) {
            (_, site, compiler) throws(JSONSchemaError) in
            guard let count = site.object["items"]?.array?.count else { return nil }
            return rest(from: count, try compiler.node(site, "additionalItems"))
        },
    ]

    private static func prefix(_ nodes: [Int]) -> JSONSchemaNode.Assertion {
        { (instance, marks, evaluator) throws(JSONSchemaStop) in
            guard case .array(let values) = instance else { return true }
            marks.prefix = max(marks.prefix, min(nodes.count, values.count))
            var isValid = true
            for (index, (node, value)) in zip(nodes, values).enumerated() {
                if try !evaluator.evaluate(node, at: .index(index), value) { isValid = false }
            }
            return isValid
        }
    }

    private static func rest(from start: Int, _ node: Int) -> JSONSchemaNode.Assertion {
        { (instance, marks, evaluator) throws(JSONSchemaStop) in
            guard case .array(let values) = instance else { return true }
            marks.prefix = values.count
            var isValid = true
            for (index, value) in values.enumerated().dropFirst(start) {
                if try !evaluator.evaluate(node, at: .index(index), value) { isValid = false }
            }
            return isValid
        }
    }
}
