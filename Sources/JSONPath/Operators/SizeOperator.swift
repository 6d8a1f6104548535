internal import JSONDocument

extension JSONPathOperator {
    /// `@.tags size 2`: elements of a list or UTF-16 units of a string, as Java counts.
    static let size = JSONPathOperator(symbol: "size", isAddition: true) { (left, right, _) throws(JSONPathError) in
        switch left {
        case .array(let values)?: right?.int == values.count
        case .string(let text)?: right?.int == text.utf16.count
        default: false
        }
    }
}
