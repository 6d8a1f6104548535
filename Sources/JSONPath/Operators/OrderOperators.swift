internal import JSONDocument

/// Numbers and strings are each ordered; `<=` and `>=` also hold for equal values, in Jayway only for ordered ones.
extension JSONPathOperator {
    static let less = JSONPathOperator(symbol: "<") { (left, right, _) throws(JSONPathError) in isLess(left, right) }

    static let greater = JSONPathOperator(symbol: ">") { (left, right, _) throws(JSONPathError) in isLess(right, left) }

    static let lessOrEqual = orEqual("<=", isLess)

    static let greaterOrEqual = orEqual(">=") { isLess($1, $0) }

    private static func orEqual(_ symbol: String, _ precedes: @escaping @Sendable (JSONValue?, JSONValue?) -> Bool) -> JSONPathOperator {
        JSONPathOperator(
            symbol: symbol,
            body: { (left, right, evaluator) throws(JSONPathError) in
                if precedes(left, right) { return true }
                return try equal.body(left, right, &evaluator)
            },
            looseBody: { (left, right, _) throws(JSONPathError) in areOrdered(left, right) && !precedes(right, left) })
    }

    private static func areOrdered(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number?, .number?), (.string?, .string?): true
        default: false
        }
    }

    private static func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number(let left)?, .number(let right)?): left < right
        // The order of scalars equals the order of UTF-8 bytes.
        case (.string(let left)?, .string(let right)?): left.utf8.lexicographicallyPrecedes(right.utf8)
        default: false
        }
    }
}
