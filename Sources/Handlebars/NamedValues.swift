internal import HTTPMessage
internal import JSONDocument

/// Names with their values, of a query, of cookies, of a form, or of headers.
package final class NamedValues: TemplateObject {
    package enum Names: Sendable {
        case exact
        /// Found in any spelling, and they come sorted.
        case headers
    }

    private let pairs: [(name: String, value: String)]
    private let names: Names

    package init(_ pairs: [(name: String, value: String)], _ names: Names) {
        self.pairs = pairs
        self.names = names
    }

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

    package var entries: [(name: String, value: TemplateValue)]? { grouped.map { ($0.name, .multiple($0.values)) } }

    private func matches(_ left: String, _ right: String) -> Bool {
        names == .headers ? ASCII.equalsIgnoringCase(left, right) : left.isSame(as: right)
    }

    /// In order of appearance; those of headers sorted.
    private var grouped: [(name: String, values: [String])] {
        let groups = ValuesByName(pairs, ignoringCase: names == .headers).entries
        return names == .headers ? groups.sorted { $0.name.lowercased() < $1.name.lowercased() } : groups
    }
}
