public import JSONDocument
internal import StubModel
internal import XMLDocument

/// `{"matchesXPath": "//pose[@id='7']"}`: the expression finds something. `{"matchesXPath": {"expression": "//name/text()", "contains":
/// "x"}}`: one of what it finds is accepted by the matcher, elements as markup, all else as text. Prefixes are declared in
/// `"xPathNamespaces": {"s": "urn:…"}`; without it a default namespace does not count.
public struct MatchesXPathMatcher: ValueMatcher {
    public static let key = "matchesXPath"
    public let expectation: String
    private let expression: String
    private let namespaces: [String: String]
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
            let rest = JSONNode(content: .object(members.filter { $0.name != "expression" }), offset: node.offset, endOffset: node.endOffset)
            guard let matcher = registry.compile(ValuePattern(rest), fields.report) else { return nil }
            inner = matcher
            expectation = "\(text) \(matcher.expectation)"
        } else {
            guard let text = fields.requiredText(Self.key) else { return nil }
            expression = text
            inner = nil
            expectation = text
        }
        do { try XMLDocument.check(expression: expression) } catch {
            fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: place)
            return nil
        }
    }

    public func matches(_ subject: MatchSubject) -> Bool {
        switch find(subject, maximumNodes: inner == nil ? 1 : 10_000) {
        case .nodes(let nodes): inner.map { inner in nodes.contains { inner.matches(MatchSubject(text: $0.markup)) } } ?? !nodes.isEmpty
        case .boolean(let value) where inner == nil: value
        case .number(let value) where inner == nil: value != 0 && !value.isNaN
        case .string(let text) where inner == nil: !text.isEmpty
        case let value?: inner?.matches(MatchSubject(text: value.text)) ?? false
        case nil: false
        }
    }

    public func distance(_ subject: MatchSubject) -> Double {
        guard let inner, let result = find(subject, maximumNodes: 100) else { return matches(subject) ? 0 : 1 }
        guard case .nodes(let nodes) = result else { return inner.distance(MatchSubject(text: result.text)) }
        return nodes.map { inner.distance(MatchSubject(text: $0.markup)) }.min() ?? 1
    }

    private func find(_ subject: MatchSubject, maximumNodes: Int) -> XPathResult? {
        let document =
            namespaces.isEmpty
            ? subject.view(PlainXPathView.self, PlainXPathView.init).document
            : subject.view(NamespacedXPathView.self, NamespacedXPathView.init).document
        do { return try document?.evaluate(expression, namespaces: namespaces, maximumNodes: maximumNodes) } catch {
            subject.note(.message(.warning, "\(error)"))
            return nil
        }
    }
}
