internal import JSONDocument
internal import RegularExpression

extension JSONPathFunction {
    /// Whether a pattern (RFC 9485) matches somewhere in a string.
    static let search = JSONPathFunction(
        name: "search", parameters: [.value, .value], result: .truth, takesPattern: true
    ) { (arguments, evaluator) throws(JSONPathError) in
        try evaluator.matches(arguments) { (pattern, text) throws(MatchLimitError) in try pattern.firstMatch(in: text) != nil }
    }
}
