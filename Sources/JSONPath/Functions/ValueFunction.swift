internal import JSONDocument

extension JSONPathFunction {
    /// The value that a path selects, if it is exactly one.
    static let value = JSONPathFunction(name: "value", parameters: [.nodes], result: .value) { arguments, _ in
        guard case .nodes(let nodes) = arguments[0], nodes.count == 1 else { return .value(nil) }
        return .value(nodes[0])
    }
}
