internal import HTTPMessage
internal import JSONDocument

/// Names with their values: of a query, cookies, a form, or headers.
package final class NamedValues: TemplateObject {
    /// How names are compared and listed.
    package enum Names: Sendable {
        case exact
        /// Names match in any case, and are listed sorted.
        case headers
    }

    private let pairs: [(name: String, value: String)]
    private let names: Names

    /// - Parameter pairs: in their order; a name may be repeated.
    package init(_ pairs: [(name: String, value: String)], _ names: Names) {
        self.pairs = pairs
        self.names = names
    }

    /// All values of a name; if there are none, `size` and `empty` describe the whole. Null for any other name.
    package func member(_ name: String) -> TemplateValue {
        var values: [String] = []
        for pair in pairs where matches(pair.name, name) { values.append(pair.value) }
        if !values.isEmpty { return .multiple(values) }
        switch name {
        case "size": return .int(grouped.count)
        case "empty": return .bool(pairs.isEmpty)
        default: return .null
        }
    }

    /// The names in order, each with all its values.
    package var entries: [(name: String, value: TemplateValue)]? { grouped.map { ($0.name, .multiple($0.values)) } }

    private func matches(_ left: String, _ right: String) -> Bool {
        names == .headers ? ASCII.equalsIgnoringCase(left, right) : left.isSame(as: right)
    }

    /// In order of appearance; headers sorted by name.
    private var grouped: [(name: String, values: [String])] {
        let groups = ValuesByName(pairs, ignoringCase: names == .headers).entries
        return names == .headers ? groups.sorted { $0.name.lowercased() < $1.name.lowercased() } : groups
    }
}
