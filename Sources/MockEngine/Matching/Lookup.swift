internal import JSONDocument
internal import StubModel

/// How a matcher that looks into a value is written: as an expression that must find something, or as an object with the `expression` and a
/// matcher for what it finds.
struct Lookup {
    let expression: String
    /// The expression's position in the source.
    let place: JSONNode
    /// Compares what is found; nil if finding something is enough.
    let inner: (any ValueMatcher)?

    /// As a diff shows it.
    var expectation: String { inner.map { "\(expression) [\(type(of: $0).key)] \($0.expectation)" } ?? expression }

    /// Names for the value that is to be found, which here is the operand of an inner matcher.
    private static let valueNames: Set = ["expectedValue", "expected", "value"]

    /// How the expression and the value in a field beside it are written, as a whole sentence; nil for any other field or matcher.
    static func repair(of field: String, in members: [JSONMember], beside main: JSONMember) -> String? {
        guard [MatchesJSONPathMatcher.key, MatchesXPathMatcher.key].contains(main.name), valueNames.contains(field),
            case .string(let expression) = main.value.content,
            let value = members.last(where: { $0.name == field })?.value.scalarText
        else { return nil }
        let (path, operand) = (JSONValue.string(expression).text(), JSONValue.string(value).text())
        return "Write {\"\(main.name)\": {\"expression\": \(path), \"equalTo\": \(operand)}}."
    }
}

extension FieldReader {
    /// How a lookup is written that has its expression in another place, as a whole sentence; nil for anything else.
    private static func form(ofLookup node: JSONNode) -> String? {
        guard case .object(let members) = node.content else { return nil }
        if let other = members.first(where: { ["path", "jsonPath", "xpath", "xPath", "query"].contains($0.name) }) {
            return "Name \"\(other.name)\" \"expression\"."
        }
        guard members.count == 1, members[0].name.hasPrefix("$") || members[0].name.hasPrefix("/") else { return nil }
        let operand = JSONValue.string(members[0].value.scalarText ?? "…").text()
        return "Write {\"expression\": \(JSONValue.string(members[0].name).text()), \"equalTo\": \(operand)}."
    }

    /// Nil, with a problem reported, if the field is something else.
    /// - Parameter own: names in the object that do not belong to the inner matcher.
    mutating func lookup(_ name: String, _ registry: MatcherRegistry, own: [String] = []) -> Lookup? {
        guard let node = take(name) else { return nil }
        if case .string(let text) = node.content { return Lookup(expression: text, place: node, inner: nil) }
        guard case .object(let members) = node.content, let place = node.member("expression"),
            case .string(let text) = place.content
        else {
            report.add(
                "\"\(name)\" must be a path, or an object with an \"expression\" and a matcher, found \(node.found)", at: node,
                repair: Self.form(ofLookup: node))
            return nil
        }
        let rest = members.filter { !(["expression"] + own).contains($0.name) }
        let pattern = JSONNode(content: .object(rest), offset: node.offset, endOffset: node.endOffset)
        return registry.compile(ValuePattern(pattern), report).map { Lookup(expression: text, place: place, inner: $0) }
    }
}
