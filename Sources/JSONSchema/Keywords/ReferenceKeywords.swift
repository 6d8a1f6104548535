internal import JSONDocument

extension JSONSchemaKeyword {
    static let references = [
        JSONSchemaKeyword("$ref", .core) { (value, site, compiler) throws(JSONSchemaError) in
            guard let reference = value.string else { return nil }
            let node = compiler.node(for: try target(of: reference, "$ref", site, &compiler))
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in try evaluator.evaluate(node, instance, &marks) }
        },
        JSONSchemaKeyword("$dynamicRef", .core, in: .draft202012 ... .draft202012) { (value, site, compiler) throws(JSONSchemaError) in
            guard let reference = value.string else { return nil }
            return try dynamic(reference, "$dynamicRef", URIReference(reference).fragment ?? "", site, &compiler)
        },
        JSONSchemaKeyword("$recursiveRef", .core, in: .draft201909 ... .draft201909) { (value, site, compiler) throws(JSONSchemaError) in
            guard let reference = value.string else { return nil }
            return try dynamic(reference, "$recursiveRef", JSONSchemaResources.recursiveAnchor, site, &compiler)
        },
    ]

    private static func target(
        of reference: String, _ keyword: String, _ site: JSONSchemaSite, _ compiler: inout JSONSchemaCompiler
    ) throws(JSONSchemaError) -> JSONSchemaSite {
        if let target = try compiler.resources.site(of: reference, from: site.resource) { return target }
        throw compiler.error("unknown reference \"\(reference)\": nothing is fetched, it must lead into this schema", site, keyword)
    }

    /// Resolves to the outermost anchor with the name, if it first resolves to a dynamic one.
    private static func dynamic(
        _ reference: String, _ keyword: String, _ name: String, _ site: JSONSchemaSite, _ compiler: inout JSONSchemaCompiler
    ) throws(JSONSchemaError) -> JSONSchemaNode.Assertion {
        let target = try target(of: reference, keyword, site, &compiler)
        let node = compiler.node(for: target)
        let resource = compiler.resources.all[target.resource]
        guard resource.dynamicAnchors.contains(name), resource.anchors[name]?.pointer == target.pointer else {
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in try evaluator.evaluate(node, instance, &marks) }
        }
        compiler.usesDynamicAnchor(name)
        return { (instance, marks, evaluator) throws(JSONSchemaStop) in
            try evaluator.evaluate(evaluator.dynamicTarget(name) ?? node, instance, &marks)
        }
    }
}
