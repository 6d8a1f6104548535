public import JSONDocument
internal import StubModel
internal import XMLDocument

/// `{"matchesXPath": "//pose[@id='7']"}`: the expression finds something. `{"matchesXPath": {"expression": "//name/text()", "contains":
/// "x"}}`: one of what it finds is accepted by the matcher, elements as markup, all else as text. Prefixes are declared in
/// `"xPathNamespaces": {"s": "urn:…"}`; without it namespaces do not count (`XPathNames`).
public struct MatchesXPathMatcher: ValueMatcher {
    public static let key = "matchesXPath"
    public let expectation: String
    private let expression: String
    private let namespaces: [String: String]
    private let names: XMLDocument.Namespaces
    private let inner: (any ValueMatcher)?

    public init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        var namespaces: [String: String] = [:]
        for member in fields.members("xPathNamespaces") ?? [] {
            guard case .string(let uri) = member.value.content else {
                fields.report.add("a namespace must be a string, found \(member.value.kind)", at: member.value)
                return nil
            }
            namespaces[member.name] = uri
        }
        self.namespaces = namespaces
        guard let node = fields.take(Self.key) else { return nil }
        var place = node
        if case .object(let members) = node.content {
            guard let member = members.last(where: { $0.name == "expression" }), case .string(let text) = member.value.content else {
                fields.report.add("\"\(Self.key)\" needs an \"expression\", a string", at: node)
                return nil
            }
            expression = text
            place = member.value
            let rest = JSONNode(
                content: .object(members.filter { $0.name != "expression" }), offset: node.offset, endOffset: node.endOffset)
            guard let matcher = registry.compile(ValuePattern(rest), fields.report) else { return nil }
            inner = matcher
            expectation = "\(text) [\(type(of: matcher).key)] \(matcher.expectation)"
        } else {
            guard let text = fields.requiredText(Self.key) else { return nil }
            expression = text
            inner = nil
            expectation = text
        }
        names = namespaces.isEmpty ? XPathNames.namespaces(for: expression) : .aware
        do { try XMLDocument.check(expression: expression) } catch {
            fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: place)
            return nil
        }
    }

    public func matches(_ subject: MatchSubject) -> Bool {
        let nodes = find(subject, maximumNodes: inner == nil ? 1 : 10_000)
        guard let inner else { return !nodes.isEmpty }
        return nodes.contains { inner.matches(MatchSubject(text: $0.markup, limits: subject.limits)) }
    }

    public func distance(_ subject: MatchSubject) -> Double {
        guard let inner else { return matches(subject) ? 0 : 1 }
        return find(subject, maximumNodes: 100).map { inner.distance(MatchSubject(text: $0.markup, limits: subject.limits)) }.min() ?? 1
    }

    public func shown(_ subject: MatchSubject) -> String? {
        (inner == nil ? nil : find(subject, maximumNodes: 1).first?.markup) ?? subject.text
    }

    /// What is found; nothing, and a note why, for an expression that gives a number, a text or a truth value in place of nodes.
    private func find(_ subject: MatchSubject, maximumNodes: Int) -> [XPathNode] {
        let document = subject.view(XPathView.self) { _ in XPathView() }.document(subject, names)
        do {
            switch try document?.evaluate(expression, namespaces: namespaces, maximumNodes: maximumNodes) {
            case .nodes(let nodes): return nodes
            case nil: return []
            case .boolean, .number, .string:
                subject.note(
                    .message(
                        .warning, "XPath \"\(expression)\" gives no nodes, and only nodes match; a condition goes into brackets: \"/*[…]\"."
                    ))
                return []
            }
        } catch {
            subject.note(.message(.warning, "\(error)"))
            return []
        }
    }
}
