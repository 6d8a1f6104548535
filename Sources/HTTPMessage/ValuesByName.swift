/// Values grouped by name. Names are in the order of their first appearance, and so are the values of each name.
package struct ValuesByName: Sendable {
    /// Each name once, with its values.
    package private(set) var entries: [(name: String, values: [String])] = []

    /// - Parameter ignoringCase: whether `Accept` and `accept` are one name, in the spelling of the first. ASCII letters only.
    package init(_ pairs: some Sequence<(name: String, value: String)>, ignoringCase: Bool = false) {
        // By bytes, so that composed and decomposed spellings stay different names.
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

    /// Header fields, whose names are the same in any case.
    package init(headers fields: HeaderFields) { self.init(fields.map { (name: $0.name, value: $0.value) }, ignoringCase: true) }
}
