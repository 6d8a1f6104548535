/// Distinct values in ascending order, with the number of occurrences of each. For few distinct values.
struct Tally<Value: Comparable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var counts: [Int] = []

    /// Adds (1) or removes (-1) an occurrence of a value.
    mutating func count(_ value: Value, _ step: Int) {
        let place = values.firstIndex { $0 >= value } ?? values.endIndex
        guard place < values.endIndex, values[place] == value else {
            values.insert(value, at: place)
            counts.insert(step, at: place)
            return
        }
        counts[place] += step
        guard counts[place] == 0 else { return }
        values.remove(at: place)
        counts.remove(at: place)
    }
}
