internal import Budget
internal import JSONDocument
internal import RegularExpression

extension JSONSchemaKeyword {
    /// Lengths count Unicode scalars; a pattern matches anywhere in the text.
    static let strings = [
        JSONSchemaKeyword("maxLength", .validation) { (value, _, _) throws(JSONSchemaError) in
            guard let limit = value.int else { return nil }
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard let count = instance.string?.unicodeScalars.count, count > limit else { return true }
                return evaluator.fails("maxLength", "expected at most \(limit) characters, found \(count)")
            }
        },
        JSONSchemaKeyword("minLength", .validation) { (value, _, _) throws(JSONSchemaError) in
            guard let limit = value.int else { return nil }
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard let count = instance.string?.unicodeScalars.count, count < limit else { return true }
                return evaluator.fails("minLength", "expected at least \(limit) characters, found \(count)")
            }
        },
        JSONSchemaKeyword("pattern", .validation) { (value, site, compiler) throws(JSONSchemaError) in
            guard let source = value.string else { return nil }
            let pattern = try compiler.pattern(source, site, "pattern")
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard let text = instance.string, try !pattern.isFound(in: text, evaluator.budget) else { return true }
                return evaluator.fails("pattern", "\"\(text.shortened())\" does not match the pattern \"\(source)\"")
            }
        },
    ]
}

extension RegularExpression {
    func isFound(in text: String, _ budget: WorkBudget?) throws(JSONSchemaStop) -> Bool {
        do { return try firstMatch(in: text, within: budget) != nil } catch {
            throw JSONSchemaStop(limit: "pattern", message: error.description)
        }
    }
}
