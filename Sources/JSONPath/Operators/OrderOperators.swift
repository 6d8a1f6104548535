internal import JSONDocument

/// Numbers and strings are each ordered; `<=` and `>=` also hold for equal values, in Jayway only for ordered ones.
extension JSONPathOperator {
    static let less = JSONPathOperator(symbol: "<") { (left, right, evaluator) throws(JSONPathError) in
        try evaluator.isLess(left, right)
    }

    static let greater = JSONPathOperator(symbol: ">") { (left, right, evaluator) throws(JSONPathError) in
        try evaluator.isLess(right, left)
    }

    static let lessOrEqual = orEqual("<=", less.body)

    static let greaterOrEqual = orEqual(">=", greater.body)

    private static func orEqual(_ symbol: String, _ precedes: @escaping Body) -> JSONPathOperator {
        JSONPathOperator(
            symbol: symbol,
            body: { (left, right, evaluator) throws(JSONPathError) in
                if try precedes(left, right, &evaluator) { return true }
                return try equal.body(left, right, &evaluator)
            },
            looseBody: { (left, right, evaluator) throws(JSONPathError) in
                guard areOrdered(left, right) else { return false }
                return try !precedes(right, left, &evaluator)
            })
    }

    private static func areOrdered(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number?, .number?), (.string?, .string?): true
        default: false
        }
    }
}

extension JSONPathEvaluator {
    fileprivate mutating func isLess(_ left: JSONValue?, _ right: JSONValue?) throws(JSONPathError) -> Bool {
        guard let left, let right else { return false }
        try chargeComparison(left, right)
        switch (left, right) {
        case (.number(let left), .number(let right)): return left < right
        // The order of scalars equals the order of UTF-8 bytes.
        case (.string(let left), .string(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8)
        default: return false
        }
    }
}
