internal import JSONDocument

extension JSONSchemaKeyword {
    static let types = [
        JSONSchemaKeyword("type", .validation) { (value, site, compiler) throws(JSONSchemaError) in
            var names = value.array?.compactMap(\.string) ?? value.string.map { [$0] } ?? []
            if site.object["nullable"]?.bool == true { names.append("null") }
            // In draft 4 the notation decides whether a number is an integer.
            let isWritten = compiler.dialect(site).draft == .draft4
            let expected = names
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                if expected.contains(where: { instance.isOfType($0, asWritten: isWritten) }) { return true }
                return evaluator.fails("type", "expected \(expected.joined(separator: " or ")), found \(instance.typeName)")
            }
        },
        JSONSchemaKeyword("enum", .validation) { (value, site, _) throws(JSONSchemaError) in
            guard var values = value.array else { return nil }
            if site.object["nullable"]?.bool == true { values.append(.null) }
            let known = Set(values)
            let list = JSONValue.array(values).text()
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                try evaluator.readsAll(of: instance)
                return known.contains(instance) || evaluator.fails("enum", "expected one of \(list.shortened())")
            }
        },
        JSONSchemaKeyword("const", .validation, in: .draft6 ... .draft202012) { (value, _, _) throws(JSONSchemaError) in
            { (instance, _, evaluator) throws(JSONSchemaStop) in
                if instance.array != nil || instance.object != nil { try evaluator.readsAll(of: value) }
                return instance == value || evaluator.fails("const", "expected \(value.text().shortened())")
            }
        },
    ]
}

extension JSONValue {
    fileprivate func isOfType(_ name: String, asWritten: Bool) -> Bool {
        guard name == "integer", case .number(let number) = self else { return name == typeName }
        return asWritten ? !number.text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") } : number.isWhole
    }

    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension String {
    /// For messages.
    func shortened() -> String { count > 80 ? "\(prefix(80))…" : self }
}
