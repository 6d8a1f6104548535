internal import JSONDocument
internal import StubModel

/// How a matcher is written that looks into a value: by an expression that has to find something, or by an object with the `expression` and
/// a matcher for what it finds.
struct Lookup {
    let expression: String
    /// Where the expression stands.
    let place: JSONNode
    /// For what is found; nil when finding is enough.
    let inner: (any ValueMatcher)?

    /// For people.
    var expectation: String { inner.map { "\(expression) [\(type(of: $0).key)] \($0.expectation)" } ?? expression }
}

extension FieldReader {
    /// Nil, and a problem reported, when the field is something else.
    /// - Parameter own: names in the object that are not the inner matcher's.
    mutating func lookup(_ name: String, _ registry: MatcherRegistry, own: [String] = []) -> Lookup? {
        guard let node = take(name) else { return nil }
        if case .string(let text) = node.content { return Lookup(expression: text, place: node, inner: nil) }
        guard case .object(let members) = node.content, let place = node.member("expression"),
            case .string(let text) = place.content
        else {
            report.add("\"\(name)\" must be a path, or an object with an \"expression\" and a matcher, found \(node.found)", at: node)
            return nil
        }
        let rest = members.filter { !(["expression"] + own).contains($0.name) }
        let pattern = JSONNode(content: .object(rest), offset: node.offset, endOffset: node.endOffset)
        return registry.compile(ValuePattern(pattern), report).map { Lookup(expression: text, place: place, inner: $0) }
    }
}
