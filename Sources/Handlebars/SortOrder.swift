internal import JSONDocument

/// The order in which `jsonSort` puts the elements of a list.
struct SortOrder {
    /// Otherwise the whole order is turned round, with the place of nulls.
    let isAscending: Bool
    let nullsAreFirst: Bool

    /// Whether all keys but nulls are numbers, or all are texts, or all are truth values.
    static func haveOneKind(_ keys: [JSONValue]) -> Bool {
        let keys = keys.filter { !$0.isNull }
        return keys.allSatisfy { $0.number != nil } || keys.allSatisfy { $0.string != nil } || keys.allSatisfy { $0.bool != nil }
    }

    /// The list in this order; elements with equal keys stay in theirs.
    /// - Parameter keys: of the elements.
    func sorted(_ list: [JSONValue], by keys: [JSONValue]) -> [JSONValue] {
        let sorted = zip(keys, list).enumerated().sorted { left, right in
            let (first, second) = isAscending ? (left.element.0, right.element.0) : (right.element.0, left.element.0)
            return isLess(first, second) || !isLess(second, first) && left.offset < right.offset
        }
        return sorted.map(\.element.1)
    }

    private func isLess(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if left.isNull || right.isNull { return left.isNull != right.isNull && left.isNull == nullsAreFirst }
        if let left = left.number, let right = right.number { return left < right }
        if let left = left.string, let right = right.string { return left.utf16.lexicographicallyPrecedes(right.utf16) }
        return left.bool == false && right.bool == true
    }
}
