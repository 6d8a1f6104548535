extension JSONValue {
    /// How many values and names there are within it, where 16 bytes of text count as one: what reading all of it costs.
    package var weight: Int { weight(atMost: .max) }

    /// The same, but the count ends soon after it has passed the limit.
    package func weight(atMost limit: Int) -> Int {
        var sum = 0
        weigh(into: &sum, limit)
        return sum
    }

    private func weigh(into sum: inout Int, _ limit: Int) {
        if sum > limit { return }
        sum += 1
        switch self {
        case .string(let text): sum += text.utf8.count >> 4
        case .number(let number): sum += number.text.utf8.count >> 4
        case .array(let values):
            for value in values where sum <= limit { value.weigh(into: &sum, limit) }
        case .object(let object):
            for (name, value) in object where sum <= limit {
                sum += 1 + name.utf8.count >> 4
                value.weigh(into: &sum, limit)
            }
        case .null, .bool: break
        }
    }

    /// At most this many bytes of the pretty layout are line ends, and blanks at the beginnings of lines.
    package var indentation: Int { indentation(level: 0) }

    private func indentation(level: Int) -> Int {
        switch self {
        case .array(let values): values.reduce(0) { $0 + $1.indentation(level: level) }
        case .object(let object):
            object.reduce(1 + 2 * level) { $0 + 3 + 2 * level + $1.value.indentation(level: level + 1) }
        case .null, .bool, .number, .string: 0
        }
    }
}
