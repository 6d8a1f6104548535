internal import JSONDocument

extension JSONPathOperator {
    /// `@.sizes subsetof ['S', 'M']`: every element is in the right list.
    static let subsetOf = JSONPathOperator(
        symbol: "subsetof",
        ofLists: { (left, right, evaluator) throws(JSONPathError) in
            for value in left where try !evaluator.holds(right, value) { return false }
            return true
        })

    /// Every element of the right list is in the left one.
    static let all = JSONPathOperator(
        symbol: "all",
        ofLists: { (left, right, evaluator) throws(JSONPathError) in
            try subsetOf.body(.array(right), .array(left), &evaluator)
        })

    /// The lists have an element in common.
    static let anyOf = JSONPathOperator(
        symbol: "anyof",
        ofLists: { (left, right, evaluator) throws(JSONPathError) in
            for value in left where try evaluator.holds(right, value) { return true }
            return false
        })

    /// The lists have no element in common.
    static let noneOf = JSONPathOperator(
        symbol: "noneof",
        ofLists: { (left, right, evaluator) throws(JSONPathError) in
            try !anyOf.body(.array(left), .array(right), &evaluator)
        })
}
