internal import JSONDocument

/// Numbers and strings are ordered among themselves; `<=` and `>=` also hold for what is equal.
extension JSONPathOperator {
    static let less = JSONPathOperator(symbol: "<") { (left, right, _) throws(JSONPathError) in isLess(left, right) }

    static let greater = JSONPathOperator(symbol: ">") { (left, right, _) throws(JSONPathError) in isLess(right, left) }

    static let lessOrEqual = JSONPathOperator(symbol: "<=") { (left, right, evaluator) throws(JSONPathError) in
        if isLess(left, right) { return true }
        return try equal.body(left, right, &evaluator)
    }

    static let greaterOrEqual = JSONPathOperator(symbol: ">=") { (left, right, evaluator) throws(JSONPathError) in
        if isLess(right, left) { return true }
        return try equal.body(left, right, &evaluator)
    }

    private static func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number(let left)?, .number(let right)?): left < right
        // The order of scalars is the order of UTF-8.
        case (.string(let left)?, .string(let right)?): left.utf8.lexicographicallyPrecedes(right.utf8)
        default: false
        }
    }
}
