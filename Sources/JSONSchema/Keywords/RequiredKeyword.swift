internal import JSONDocument

extension JSONSchemaKeyword {
    static let required = [
        JSONSchemaKeyword("required", .validation) { (value, _, _) throws(JSONSchemaError) in
            let names = value.array?.compactMap(\.string) ?? []
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard case .object(let object) = instance else { return true }
                var isValid = true
                for name in names where object[name] == nil { isValid = evaluator.fails("required", "the member \"\(name)\" is missing") }
                return isValid
            }
        }
    ]
}
