/// The order in which Java's `HashMap` and `HashSet` list texts. WireMock keeps some of its lists in them, so tests written for it expect
/// this order.
package enum JavaHashOrder {
    /// - Parameter elements: in insertion order, with distinct keys.
    package static func sorted<Element>(_ elements: [Element], by key: (Element) -> String) -> [Element] {
        // The table has 16 places and doubles when more than three quarters of them would be used.
        var places: UInt32 = 16
        while elements.count > Int(places) / 4 * 3 { places *= 2 }
        // Elements at the same place keep their insertion order.
        return elements.enumerated().map { (place: hash(key($0.element)) & (places - 1), index: $0.offset, element: $0.element) }
            .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.element)
    }

    /// `String.hashCode()` with its upper half folded into the lower, as Java's tables do.
    private static func hash(_ text: String) -> UInt32 {
        let hash = text.utf16.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) }
        return hash ^ (hash >> 16)
    }
}
