internal import JSONDocument

extension JSONPathOperator {
    /// `@.tags empty true`: for a list, an object or a string.
    static let empty = JSONPathOperator(symbol: "empty", isAddition: true) { (left, right, _) throws(JSONPathError) in
        switch left {
        case .array(let values)?: right?.bool == values.isEmpty
        case .object(let object)?: right?.bool == object.isEmpty
        case .string(let text)?: right?.bool == text.isEmpty
        default: false
        }
    }

    /// `@.tags size 2`: elements of a list or UTF-16 units of a string, as Java counts.
    static let size = JSONPathOperator(symbol: "size", isAddition: true) { (left, right, evaluator) throws(JSONPathError) in
        if let number = right?.number { try evaluator.chargeReading(number.text.utf8.count) }
        switch left {
        case .array(let values)?: return right?.int == values.count
        case .string(let text)?:
            try evaluator.chargeReading(text.utf8.count)
            return right?.int == text.utf16.count
        default: return false
        }
    }
}
