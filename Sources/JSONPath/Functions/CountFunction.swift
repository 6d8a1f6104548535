internal import JSONDocument

extension JSONPathFunction {
    /// How many values a path selects.
    static let count = JSONPathFunction(name: "count", parameters: [.nodes], result: .value) { arguments, _ in
        guard case .nodes(let nodes) = arguments[0] else { return .value(nil) }
        return .value(JSONValue(nodes.count))
    }
}
