internal import JSONDocument

extension JSONPathOperator {
    /// `@.color in ['red', 'green']`
    static let isIn = JSONPathOperator(symbol: "in", isAddition: true) { (left, right, evaluator) throws(JSONPathError) in
        guard let left, case .array(let values)? = right else { return false }
        return try evaluator.holds(values, left)
    }

    /// As in Jayway, nothing holds beside what is no list.
    static let isNotIn = JSONPathOperator(symbol: "nin", isAddition: true) { (left, right, evaluator) throws(JSONPathError) in
        guard case .array? = right else { return false }
        return try !isIn.body(left, right, &evaluator)
    }

    /// A list that contains a value, or a string that contains another.
    static let contains = JSONPathOperator(symbol: "contains", isAddition: true) { (left, right, evaluator) throws(JSONPathError) in
        switch (left, right) {
        case (.array(let values)?, let value?): return try evaluator.holds(values, value)
        case (.string(let text)?, let part?):
            try evaluator.chargeReading(text.utf8.count)
            return part.scalarText.map { ByteSearch.contains(text.utf8Span.span, $0.utf8Span.span) } ?? false
        default: return false
        }
    }
}
