/// Values grouped by name. Names are in the order of their first appearance, and so are the values of each name.
package struct ValuesByName: Sendable {
    /// Each name once, with its values.
    package private(set) var entries: [(name: String, values: [String])] = []
    /// By bytes, so that composed and decomposed spellings stay different names.
    private var places: [[UInt8]: Int] = [:]
    private let ignoresCase: Bool

    /// - Parameter ignoringCase: whether `Accept` and `accept` are one name, in the spelling of the first. ASCII letters only.
    package init(_ pairs: some Sequence<(name: String, value: String)>, ignoringCase: Bool = false) {
        ignoresCase = ignoringCase
        for (name, value) in pairs {
            let key = key(of: name)
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

    /// All values of a name, in order; empty if there is no such name. Takes as long among many names as among few.
    package func values(_ name: String) -> [String] {
        guard let place = places[key(of: name)] else { return [] }
        return entries[place].values
    }

    private func key(of name: String) -> [UInt8] { ignoresCase ? name.utf8.map(ASCII.lowercased) : Array(name.utf8) }
}
