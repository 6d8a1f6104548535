internal import JSONDocument

/// Compares two values in a filter. A new operator is a file and a line in `symbols` or `words`.
struct JSONPathOperator: Sendable {
    typealias Body = @Sendable (JSONValue?, JSONValue?, inout JSONPathEvaluator) throws(JSONPathError) -> Bool

    let symbol: String
    /// Not in RFC 9535.
    var isAddition = false
    /// Nil is Nothing: a path that led nowhere.
    let body: Body
    /// The same as Jayway has it, where that differs.
    var looseBody: Body?

    var loose: JSONPathOperator { looseBody.map { JSONPathOperator(symbol: symbol, body: $0) } ?? self }

    /// In the order in which they are tried: none begins with an earlier one.
    static let symbols: [JSONPathOperator] = [
        .identical, .notIdentical, .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater,
    ]

    /// Jayway's, written in letters of either case.
    static let words = Dictionary(
        uniqueKeysWithValues: [
            .isIn, .isNotIn, .subsetOf, .anyOf, .noneOf, .all, .contains, .size, .empty,
        ].map { (operator: JSONPathOperator) in (`operator`.symbol, `operator`) })

    /// An operator of two lists; false if one is none.
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
    /// Whether a list holds a value, by Jayway's equality.
    mutating func holds(_ values: [JSONValue], _ wanted: JSONValue) throws(JSONPathError) -> Bool {
        for value in values where try areLooselyEqual(value, wanted) { return true }
        return false
    }
}
