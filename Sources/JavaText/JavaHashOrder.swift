/// The order in which Java's `HashMap` and `HashSet` list texts. WireMock keeps some of what it lists in them, so this is the order that
/// tests written against it expect.
package enum JavaHashOrder {
    /// - Parameter elements: as they are put into the table; their keys differ.
    package static func sorted<Element>(_ elements: [Element], by key: (Element) -> String) -> [Element] {
        // The table has 16 places and doubles whenever more than three quarters of them would be taken.
        var places: UInt32 = 16
        while elements.count > Int(places) / 4 * 3 { places *= 2 }
        // Elements at one place stay in the order in which they came.
        return elements.enumerated().map { (place: hash(key($0.element)) & (places - 1), index: $0.offset, element: $0.element) }
            .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.element)
    }

    /// `String.hashCode()`, its upper half folded into the lower as the tables do.
    private static func hash(_ text: String) -> UInt32 {
        let hash = text.utf16.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) }
        return hash ^ (hash >> 16)
    }
}
