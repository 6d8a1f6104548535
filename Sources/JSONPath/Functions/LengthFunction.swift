internal import JSONDocument

extension JSONPathFunction {
    /// Scalars of a string, elements of an array, members of an object; Nothing for anything else.
    static let length = JSONPathFunction(name: "length", parameters: [.value], result: .value) { arguments, _ in
        guard case .value(let value?) = arguments[0] else { return .value(nil) }
        switch value {
        case .string(let text): return .value(JSONValue(text.unicodeScalars.count))
        case .array(let values): return .value(JSONValue(values.count))
        case .object(let object): return .value(JSONValue(object.count))
        default: return .value(nil)
        }
    }
}
