/// The distinct values among many, ascending, with how often each is there. Meant for few distinct ones.
struct Tally<Value: Comparable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var counts: [Int] = []

    /// Counts a value in (1) or out (-1).
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
