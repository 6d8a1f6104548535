internal import JSONDocument

/// A function of RFC 9535, section 2.4. A new function is one file and one line in `all`.
struct JSONPathFunction: Sendable {
    /// The types of arguments and results (section 2.4.1).
    enum Kind: Sendable {
        case value
        case nodes
        case truth
    }

    enum Argument {
        /// Nil is the RFC's Nothing.
        case value(JSONValue?)
        case nodes([JSONValue])
        case truth(Bool)
    }

    let name: String
    let parameters: [Kind]
    let result: Kind
    /// Whether the second argument is a pattern (RFC 9485), which is compiled with the path if it is a literal.
    var takesPattern = false
    let body: @Sendable ([Argument], inout JSONPathEvaluator) throws(JSONPathError) -> Argument

    static let all: [JSONPathFunction] = [.length, .count, .match, .search, .value]
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
