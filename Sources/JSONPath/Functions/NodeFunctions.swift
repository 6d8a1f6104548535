internal import JSONDocument

extension JSONPathFunction {
    /// How many values a path selects.
    static let count = JSONPathFunction(name: "count", parameters: [.nodes], result: .value) { arguments, _ in
        guard case .nodes(let nodes) = arguments[0] else { return .value(nil) }
        return .value(JSONValue(nodes.count))
    }

    /// Scalars of a string, elements of an array, members of an object; Nothing for other values.
    static let length = JSONPathFunction(
        name: "length", parameters: [.value], result: .value
    ) { (arguments, evaluator) throws(JSONPathError) in
        guard case .value(let value?) = arguments[0] else { return .value(nil) }
        switch value {
        case .string(let text):
            try evaluator.chargeReading(text.utf8.count)
            return .value(JSONValue(text.unicodeScalars.count))
        case .array(let values): return .value(JSONValue(values.count))
        case .object(let object): return .value(JSONValue(object.count))
        default: return .value(nil)
        }
    }

    /// The value that a path selects, if it is exactly one.
    static let value = JSONPathFunction(name: "value", parameters: [.nodes], result: .value) { arguments, _ in
        guard case .nodes(let nodes) = arguments[0], nodes.count == 1 else { return .value(nil) }
        return .value(nodes[0])
    }
}
