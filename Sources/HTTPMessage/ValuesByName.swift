/// Values gathered by the names that they came under. Names stand in the order in which each came first, values in their own.
package struct ValuesByName: Sendable {
    package private(set) var entries: [(name: String, values: [String])] = []

    /// - Parameter ignoringCase: `Accept` and `accept` are one name, spelled as it came first; of ASCII letters only.
    package init(_ pairs: some Sequence<(name: String, value: String)>, ignoringCase: Bool = false) {
        // By bytes: a letter with an accent is another name than the letter and the accent.
        var places: [[UInt8]: Int] = [:]
        for (name, value) in pairs {
            let key = ignoringCase ? name.utf8.map(ASCII.lowercased) : Array(name.utf8)
            if let place = places[key] {
                entries[place].values.append(value)
            } else {
                places[key] = entries.count
                entries.append((name, [value]))
            }
        }
    }

    /// Those of header fields, whose names are the same in any spelling.
    package init(headers fields: HeaderFields) { self.init(fields.map { (name: $0.name, value: $0.value) }, ignoringCase: true) }
}
