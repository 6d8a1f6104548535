internal import JSONDocument

extension JSONPathOperator {
    /// By value; Nothing equals Nothing, except in Jayway.
    static let equal = JSONPathOperator(
        symbol: "==",
        body: { (left, right, evaluator) throws(JSONPathError) in
            guard let left, let right else { return left == nil && right == nil }
            return try evaluator.areEqual(left, right)
        },
        looseBody: { (left, right, evaluator) throws(JSONPathError) in
            guard let left, let right else { return false }
            return try evaluator.areLooselyEqual(left, right)
        })

    static let notEqual = JSONPathOperator(
        symbol: "!=",
        body: { (left, right, evaluator) throws(JSONPathError) in try !equal.body(left, right, &evaluator) },
        looseBody: { (left, right, evaluator) throws(JSONPathError) in try !equal.loose.body(left, right, &evaluator) })

    /// Jayway only: by value and type; Nothing is identical with nothing.
    static let identical = JSONPathOperator(
        symbol: "===", isAddition: true,
        body: { (left, right, evaluator) throws(JSONPathError) in
            guard let left, let right else { return false }
            return try evaluator.areEqual(left, right)
        })

    static let notIdentical = JSONPathOperator(
        symbol: "!==", isAddition: true,
        body: { (left, right, evaluator) throws(JSONPathError) in try !identical.body(left, right, &evaluator) })
}
