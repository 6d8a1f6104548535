internal import JSONDocument

/// A function of RFC 9535, section 2.4. A new one is a file and a line in `all`.
struct JSONPathFunction: Sendable {
    /// What goes in and comes out (section 2.4.1).
    enum Kind: Sendable {
        case value
        case nodes
        case truth
    }

    enum Argument {
        /// Nil is Nothing.
        case value(JSONValue?)
        case nodes([JSONValue])
        case truth(Bool)
    }

    let name: String
    let parameters: [Kind]
    let result: Kind
    /// Whether the second argument is a pattern (RFC 9485), to be compiled with the path if it is written there.
    var takesPattern = false
    let body: @Sendable ([Argument], inout JSONPathEvaluator) throws(JSONPathError) -> Argument

    static let all: [JSONPathFunction] = [.length, .count, .match, .search, .value]
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
