internal import JSONDocument

extension JSONSchemaKeyword {
    /// Conditions that apply if a member exists.
    static let dependencies = [
        // Removed after draft 7, but still accepted.
        JSONSchemaKeyword("dependencies", .applicator, subschemas: .map) { (_, site, compiler) throws(JSONSchemaError) in
            try dependencies("dependencies", site, &compiler)
        },
        JSONSchemaKeyword("dependentSchemas", .applicator, in: .draft201909 ... .draft202012, subschemas: .map) {
            (_, site, compiler) throws(JSONSchemaError) in try dependencies("dependentSchemas", site, &compiler)
        },
        JSONSchemaKeyword("dependentRequired", .validation, in: .draft201909 ... .draft202012) {
            (_, site, compiler) throws(JSONSchemaError) in try dependencies("dependentRequired", site, &compiler)
        },
    ]

    private enum Dependency {
        case names([String])
        case schema(Int)
    }

    private static func dependencies(
        _ keyword: String, _ site: JSONSchemaSite, _ compiler: inout JSONSchemaCompiler
    ) throws(JSONSchemaError) -> JSONSchemaNode.Assertion {
        var dependencies: [(name: String, Dependency)] = []
        for (name, value) in site.object[keyword]?.object?.members ?? [] {
            if let names = value.array?.compactMap(\.string) {
                dependencies.append((name, .names(names)))
            } else {
                dependencies.append((name, .schema(try compiler.node(site, keyword, name))))
            }
        }
        let all = dependencies
        return { (instance, marks, evaluator) throws(JSONSchemaStop) in
            guard case .object(let object) = instance else { return true }
            var isValid = true
            for (name, dependency) in all where object[name] != nil {
                switch dependency {
                case .schema(let node): if try !evaluator.evaluate(node, instance, &marks) { isValid = false }
                case .names(let wanted):
                    for other in wanted where object[other] == nil {
                        isValid = evaluator.fails(keyword, "the member \"\(other)\" is missing, which \"\(name)\" wants beside it")
                    }
                }
            }
            return isValid
        }
    }
}
