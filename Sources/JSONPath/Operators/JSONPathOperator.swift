internal import JSONDocument

/// Compares two values in a filter. A new operator is one file and one line in `symbols` or `words`.
struct JSONPathOperator: Sendable {
    typealias Body = @Sendable (JSONValue?, JSONValue?, inout JSONPathEvaluator) throws(JSONPathError) -> Bool

    let symbol: String
    /// Whether it is an addition to RFC 9535.
    var isAddition = false
    /// Nil is Nothing: a path that selects nothing.
    let body: Body
    /// Jayway's variant, if it differs.
    var looseBody: Body?

    var loose: JSONPathOperator { looseBody.map { JSONPathOperator(symbol: symbol, body: $0) } ?? self }

    /// In the order in which they are tried: none begins with an earlier one.
    static let symbols: [JSONPathOperator] = [
        .identical, .notIdentical, .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater,
    ]

    /// Jayway's operators that are words, in any case.
    static let words = Dictionary(
        uniqueKeysWithValues: [
            .isIn, .isNotIn, .subsetOf, .anyOf, .noneOf, .all, .contains, .size, .empty,
        ].map { (operator: JSONPathOperator) in (`operator`.symbol, `operator`) })

    /// An operator on two lists; false if either is not a list.
    init(
        symbol: String, ofLists body: @escaping @Sendable ([JSONValue], [JSONValue], inout JSONPathEvaluator) throws(JSONPathError) -> Bool
    ) {
        self.init(symbol: symbol, isAddition: true) { (left, right, evaluator) throws(JSONPathError) in
            guard case .array(let left)? = left, case .array(let right)? = right else { return false }
            return try body(left, right, &evaluator)
        }
    }

    init(symbol: String, isAddition: Bool = false, body: @escaping Body, looseBody: Body? = nil) {
        self.symbol = symbol
        self.isAddition = isAddition
        self.body = body
        self.looseBody = looseBody
    }
}

extension JSONPathEvaluator {
    /// Whether a list contains a value, by Jayway's equality.
    mutating func holds(_ values: [JSONValue], _ wanted: JSONValue) throws(JSONPathError) -> Bool {
        for value in values where try areLooselyEqual(value, wanted) { return true }
        return false
    }
}
