internal import JSONDocument

extension JSONSchemaKeyword {
    static let combinations = [
        JSONSchemaKeyword("allOf", .applicator, subschemas: .list) { (_, site, compiler) throws(JSONSchemaError) in
            let nodes = try compiler.nodes(site, "allOf")
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                var isValid = true
                for node in nodes where try !evaluator.evaluate(node, instance, &marks) { isValid = false }
                return isValid
            }
        },
        JSONSchemaKeyword("anyOf", .applicator, subschemas: .list) { (_, site, compiler) throws(JSONSchemaError) in
            let nodes = try compiler.nodes(site, "anyOf")
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                var isValid = false
                for node in nodes where try evaluator.test(node, instance, &marks) {
                    isValid = true
                    if !evaluator.collectsMarks { break }
                }
                return isValid || evaluator.fails("anyOf", "none of the \(nodes.count) alternatives holds")
            }
        },
        JSONSchemaKeyword("oneOf", .applicator, subschemas: .list) { (_, site, compiler) throws(JSONSchemaError) in
            let nodes = try compiler.nodes(site, "oneOf")
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                var count = 0
                for node in nodes where try evaluator.test(node, instance, &marks) {
                    count += 1
                    if count > 1 { break }
                }
                if count == 1 { return true }
                return evaluator.fails("oneOf", "\(count == 0 ? "none" : "more than one") of the \(nodes.count) alternatives holds")
            }
        },
        JSONSchemaKeyword("not", .applicator, subschemas: .one) { (_, site, compiler) throws(JSONSchemaError) in
            let node = try compiler.node(site, "not")
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                var ignored = JSONSchemaMarks()
                guard try evaluator.test(node, instance, &ignored) else { return true }
                return evaluator.fails("not", "what must not hold does")
            }
        },
    ]
}
