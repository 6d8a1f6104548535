/// Something of a mapping, with the mapping's insertion index.
struct Numbered<Value> {
    var value: Value
    /// Nil when none is written.
    var index: Int?
}

extension Array {
    /// The values in the order in which their stubs count as added: those without an index as they are, then those with one by it, equal
    /// ones as they are.
    func inOrder<Value>() -> [Value] where Element == Numbered<Value> {
        guard contains(where: { $0.index != nil }) else { return map(\.value) }
        let numbered = enumerated().compactMap { place, element in
            element.index.map { (index: $0, place: place, value: element.value) }
        }
        let sorted = numbered.sorted { ($0.index, $0.place) < ($1.index, $1.place) }
        return filter { $0.index == nil }.map(\.value) + sorted.map(\.value)
    }
}
