internal import JSONDocument

extension JSONSchemaKeyword {
    static let conditions = [
        JSONSchemaKeyword("if", .applicator, in: .draft7 ... .draft202012, subschemas: .one) {
            (_, site, compiler) throws(JSONSchemaError) in
            let condition = try compiler.node(site, "if")
            let consequence = try site.object["then"].map { (_) throws(JSONSchemaError) in try compiler.node(site, "then") }
            let alternative = try site.object["else"].map { (_) throws(JSONSchemaError) in try compiler.node(site, "else") }
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                let node = try evaluator.test(condition, instance, &marks) ? consequence : alternative
                guard let node else { return true }
                return try evaluator.evaluate(node, instance, &marks)
            }
        },
        JSONSchemaKeyword("then", .applicator, in: .draft7 ... .draft202012, subschemas: .one),
        JSONSchemaKeyword("else", .applicator, in: .draft7 ... .draft202012, subschemas: .one),
    ]
}
