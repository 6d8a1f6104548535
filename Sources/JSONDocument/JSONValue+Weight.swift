extension JSONValue {
    /// How many values and names there are within it, where 16 bytes of text count as one: what reading all of it costs.
    package var weight: Int {
        switch self {
        case .string(let text): 1 + text.utf8.count >> 4
        case .number(let number): 1 + number.text.utf8.count >> 4
        case .array(let values): values.reduce(1) { $0 + $1.weight }
        case .object(let object): object.reduce(1) { $0 + 1 + $1.name.utf8.count >> 4 + $1.value.weight }
        case .null, .bool: 1
        }
    }
}
