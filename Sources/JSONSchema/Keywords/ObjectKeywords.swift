internal import Budget
internal import JSONDocument
internal import RegularExpression

extension JSONSchemaKeyword {
    static let objects = [
        JSONSchemaKeyword("properties", .applicator, subschemas: .map) { (_, site, compiler) throws(JSONSchemaError) in
            let nodes = try compiler.members(site, "properties")
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                guard case .object(let object) = instance else { return true }
                var isValid = true
                for (name, node) in nodes {
                    guard let value = object[name] else { continue }
                    if evaluator.collectsMarks { marks.names.insert(ExactText(name)) }
                    if try !evaluator.evaluate(node, at: .name(name), value) { isValid = false }
                }
                return isValid
            }
        },
        JSONSchemaKeyword("patternProperties", .applicator, subschemas: .map) { (_, site, compiler) throws(JSONSchemaError) in
            let patterns = try patterns(site, &compiler)
            let nodes = try compiler.members(site, "patternProperties").map(\.node)
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                guard case .object(let object) = instance else { return true }
                var isValid = true
                for (name, value) in object.members {
                    for (pattern, node) in zip(patterns, nodes) where try pattern.isFound(in: name, evaluator.budget) {
                        if evaluator.collectsMarks { marks.names.insert(ExactText(name)) }
                        if try !evaluator.evaluate(node, at: .name(name), value) { isValid = false }
                    }
                }
                return isValid
            }
        },
        JSONSchemaKeyword("additionalProperties", .applicator, subschemas: .one) { (value, site, compiler) throws(JSONSchemaError) in
            let node = try compiler.node(site, "additionalProperties")
            let known = Set((site.object["properties"]?.object?.names ?? []).map(ExactText.init))
            let patterns = try patterns(site, &compiler)
            let isForbidden = value.bool == false
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                guard case .object(let object) = instance else { return true }
                marks.hasAllNames = true
                var isValid = true
                for (name, value) in object.members where !known.contains(ExactText(name)) {
                    if try isMatched(name, patterns, evaluator.budget) { continue }
                    if isForbidden {
                        isValid = evaluator.fails("additionalProperties", "the member \"\(name)\" is not allowed")
                    } else if try !evaluator.evaluate(node, at: .name(name), value) {
                        isValid = false
                    }
                }
                return isValid
            }
        },
        JSONSchemaKeyword("propertyNames", .applicator, in: .draft6 ... .draft202012, subschemas: .one) {
            (_, site, compiler) throws(JSONSchemaError) in
            let node = try compiler.node(site, "propertyNames")
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard case .object(let object) = instance else { return true }
                var isValid = true
                for name in object.names {
                    var ignored = JSONSchemaMarks()
                    if try !evaluator.test(node, .string(name), &ignored) {
                        isValid = evaluator.fails("propertyNames", "the name \"\(name)\" is not allowed")
                    }
                }
                return isValid
            }
        },
    ]

    private static func isMatched(
        _ name: String, _ patterns: [RegularExpression], _ budget: WorkBudget?
    ) throws(JSONSchemaStop) -> Bool {
        for pattern in patterns where try pattern.isFound(in: name, budget) { return true }
        return false
    }

    private static func patterns(
        _ site: JSONSchemaSite, _ compiler: inout JSONSchemaCompiler
    ) throws(JSONSchemaError) -> [RegularExpression] {
        var patterns: [RegularExpression] = []
        for name in site.object["patternProperties"]?.object?.names ?? [] {
            patterns.append(try compiler.pattern(name, site, "patternProperties", name))
        }
        return patterns
    }
}
