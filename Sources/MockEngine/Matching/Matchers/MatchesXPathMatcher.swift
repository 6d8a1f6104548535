internal import Handlebars
package import JSONDocument
internal import XMLDocument

/// `{"matchesXPath": "//pose[@id='7']"}`: the expression finds something. `{"matchesXPath": {"expression": "//name/text()", "contains":
/// "x"}}`: one of what it finds is accepted by the matcher, elements as markup, all else as text. What gives a number, a text or a truth
/// value in place of nodes has always found it, `false` as well. Prefixes are declared in `"xPathNamespaces": {"s": "urn:…"}`, beside
/// `matchesXPath` or in it; without it namespaces do not count (`XPathNames`).
package struct MatchesXPathMatcher: ValueMatcher {
    package static let key = "matchesXPath"
    package let expectation: String
    private let expression: String
    private let namespaces: [String: String]
    private let names: XMLDocument.Namespaces
    private let inner: (any ValueMatcher)?

    package init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        var namespaces = Self.namespaces(&fields)
        guard let lookup = fields.lookup(Self.key, registry, own: [Self.namespacesKey]) else { return nil }
        if lookup.inner != nil, let node = fields.take(Self.key), var inside = FieldReader(node, fields.report) {
            namespaces?.merge(Self.namespaces(&inside) ?? [:]) { $1 }
        }
        guard let namespaces else { return nil }
        self.namespaces = namespaces
        expression = lookup.expression
        expectation = lookup.expectation
        inner = lookup.inner
        names = namespaces.isEmpty ? XPathNames.namespaces(for: expression) : .aware
        do { try XMLDocument.check(expression: expression) } catch {
            fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: lookup.place)
            return nil
        }
    }

    private static let namespacesKey = "xPathNamespaces"

    /// What prefixes stand for; nil, and a problem reported, when that is no text.
    private static func namespaces(_ fields: inout FieldReader) -> [String: String]? {
        var namespaces: [String: String] = [:]
        for member in fields.members(namespacesKey) ?? [] {
            guard case .string(let uri) = member.value.content else {
                fields.report.add("a namespace must be a string, found \(member.value.kind)", at: member.value)
                return nil
            }
            namespaces[member.name] = uri
        }
        return namespaces
    }

    package func matches(_ subject: MatchSubject) -> Bool {
        let found = find(subject, maximumNodes: inner == nil ? 1 : 10_000)
        guard let inner else { return !found.isEmpty }
        return found.contains { inner.matches(MatchSubject(text: $0, context: subject.context)) }
    }

    package func distance(_ subject: MatchSubject) -> Double {
        guard let inner else { return matches(subject) ? 0 : 1 }
        return find(subject, maximumNodes: 20).map { inner.distance(MatchSubject(text: $0, context: subject.context)) }.min() ?? 1
    }

    package func shown(_ subject: MatchSubject) -> String? {
        (inner == nil ? nil : find(subject, maximumNodes: 1).first) ?? subject.text
    }

    /// What is found, as text; nothing, and a note why, for an expression that fails.
    private func find(_ subject: MatchSubject, maximumNodes: Int) -> [String] {
        let document = subject.view(XPathView.self) { _ in XPathView() }.document(subject, names)
        return subject.noting {
            guard let result = try document?.evaluate(expression, namespaces: namespaces, maximumNodes: maximumNodes) else { return [] }
            if case .nodes(let nodes) = result { return nodes.map(\.markup) }
            return [result.printed]
        } ?? []
    }
}
