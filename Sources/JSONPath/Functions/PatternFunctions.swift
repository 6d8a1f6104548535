internal import Budget
internal import JSONDocument
internal import RegularExpression

extension JSONPathFunction {
    /// Whether a pattern (RFC 9485) matches a whole string.
    static let match = JSONPathFunction(
        name: "match", parameters: [.value, .value], result: .truth, takesPattern: true
    ) { (arguments, evaluator) throws(JSONPathError) in
        try evaluator.matches(arguments) { (pattern, text, budget) throws(MatchLimitError) in
            try pattern.matchesWhole(text, within: budget)
        }
    }

    /// Whether a pattern (RFC 9485) matches somewhere in a string.
    static let search = JSONPathFunction(
        name: "search", parameters: [.value, .value], result: .truth, takesPattern: true
    ) { (arguments, evaluator) throws(JSONPathError) in
        try evaluator.matches(arguments) { (pattern, text, budget) throws(MatchLimitError) in
            try pattern.firstMatch(in: text, within: budget) != nil
        }
    }
}

extension JSONPathEvaluator {
    /// False unless both are strings and the second is a valid pattern.
    mutating func matches(
        _ arguments: [JSONPathFunction.Argument], _ attempt: (RegularExpression, String, WorkBudget?) throws(MatchLimitError) -> Bool
    ) throws(JSONPathError) -> JSONPathFunction.Argument {
        try chargeSteps(10)
        guard case .value(.string(let text)?) = arguments[0], case .value(.string(let source)?) = arguments[1],
            let pattern = patterns[source]
        else { return .truth(false) }
        do { return .truth(try attempt(pattern, text, budget)) } catch {
            throw self.error(error.description, exceeding: error.setting)
        }
    }
}
