internal import HTTPMessage
internal import JSONDocument

/// Names with their values, of a query, of cookies, of a form, or of headers.
final class NamedValues: TemplateObject {
    enum Names: Sendable {
        case exact
        /// Found in any spelling, and they come sorted.
        case headers
    }

    private let pairs: [(name: String, value: String)]
    private let names: Names

    init(_ pairs: [(name: String, value: String)], _ names: Names) {
        self.pairs = pairs
        self.names = names
    }

    func member(_ name: String) -> TemplateValue {
        var values: [String] = []
        for pair in pairs where matches(pair.name, name) { values.append(pair.value) }
        if !values.isEmpty { return .multiple(values) }
        switch name {
        case "size": return .int(grouped.count)
        case "empty": return .bool(pairs.isEmpty)
        default: return .null
        }
    }

    var entries: [(name: String, value: TemplateValue)]? { grouped.map { ($0.name, .multiple($0.values)) } }

    private func matches(_ left: String, _ right: String) -> Bool {
        names == .headers ? ASCII.equalsIgnoringCase(left, right) : left.isSame(as: right)
    }

    /// In order of appearance; those of headers sorted.
    private var grouped: [(name: String, values: [String])] {
        let groups = ValuesByName(pairs, ignoringCase: names == .headers).entries
        return names == .headers ? groups.sorted { $0.name.lowercased() < $1.name.lowercased() } : groups
    }
}

/// A request's header fields: the one that a template asks for is decoded, and no other.
final class RequestHeadersModel: TemplateObject {
    private let request: Request

    init(_ request: Request) { self.request = request }

    func member(_ name: String) -> TemplateValue {
        if request.firstHeaderIndex(name) != nil { return .multiple(request.headers(name)) }
        return name == "size" || name == "empty" ? all.member(name) : .null
    }

    var entries: [(name: String, value: TemplateValue)]? { all.entries }

    private var all: NamedValues { NamedValues(request.headers.map { ($0.name, $0.value) }, .headers) }
}
