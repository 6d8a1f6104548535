/// Things of mappings, each with its mapping's insertion index if one is written, and the order in which their stubs count as added.
struct InsertionOrder<Value> {
    private var values: [Value] = []
    /// The indices that are written, with the places of their values.
    private var indices: [(index: Int, place: Int)] = []

    mutating func append(_ value: Value, index: Int?) {
        if let index { indices.append((index, values.count)) }
        values.append(value)
    }

    mutating func append(_ other: InsertionOrder) {
        indices += other.indices.map { ($0.index, values.count + $0.place) }
        values += other.values
    }

    /// Those without an index as they were appended, then those with one by it, equal ones as they were appended.
    var inOrder: [Value] {
        guard !indices.isEmpty else { return values }
        let isNumbered = Set(indices.map(\.place))
        return values.indices.filter { !isNumbered.contains($0) }.map { values[$0] }
            + indices.sorted { ($0.index, $0.place) < ($1.index, $1.place) }.map { values[$0.place] }
    }
}
