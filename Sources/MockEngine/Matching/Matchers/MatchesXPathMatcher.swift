internal import Handlebars
internal import JSONDocument
internal import XMLDocument

/// `{"matchesXPath": "//pose[@id='7']"}`: the expression finds something. `{"matchesXPath": {"expression": "//name/text()", "contains":
/// "x"}}`: the matcher accepts one of the results, elements as markup and everything else as text. An expression that gives a number, a
/// text or a boolean instead of nodes always finds it, even `false`. `"xPathNamespaces": {"s": "urn:…"}`, beside `matchesXPath` or in it,
/// declares prefixes; without it namespaces are ignored (`XPathNames`).
struct MatchesXPathMatcher: ValueMatcher {
    static let key = "matchesXPath"
    let expectation: String
    private let expression: String
    private let namespaces: [String: String]
    private let names: XMLDocument.Namespaces
    /// Whether elements with a prefix do not count.
    private let wantsNoPrefix: Bool
    private let inner: (any ValueMatcher)?

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        var namespaces = XPathNames.declared(&fields)
        guard let lookup = fields.lookup(Self.key, registry, own: [XPathNames.namespacesKey]) else { return nil }
        if lookup.inner != nil, let node = fields.take(Self.key), var inside = FieldReader(node, fields.report) {
            namespaces?.merge(XPathNames.declared(&inside) ?? [:]) { $1 }
        }
        guard let namespaces else { return nil }
        self.namespaces = namespaces
        expression = lookup.expression
        expectation = lookup.expectation
        inner = lookup.inner
        names = XPathNames.namespaces(for: expression, namespaces, at: lookup.place, fields.report)
        wantsNoPrefix = names == .ignored && XPathNames.isLonePath(expression)
        do { try XMLDocument.check(expression: expression) } catch {
            fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: lookup.place)
            return nil
        }
    }

    private static let mostNodes = 10_000

    func matches(_ subject: MatchSubject) -> Bool {
        let found = find(subject, maximumNodes: inner == nil ? 1 : Self.mostNodes)
        guard let inner else { return !found.isEmpty }
        return found.contains { inner.matches(subject.found(text: markup(of: $0, in: subject))) }
    }

    func distance(_ subject: MatchSubject) -> Double {
        guard let inner else { return matches(subject) ? 0 : 1 }
        let found = find(subject, maximumNodes: 20)
        return found.lazy.map { inner.distance(subject.found(text: markup(of: $0, in: subject))) }.min() ?? 1
    }

    func shown(_ subject: MatchSubject) -> String? {
        (inner == nil ? nil : find(subject, maximumNodes: 1).first.map { markup(of: $0, in: subject) }) ?? subject.text
    }

    /// What the inner matcher is tried on. The indentation of nested nodes together is much longer than the document.
    private func markup(of node: XPathNode, in subject: MatchSubject) -> String {
        subject.chargeBytes(2 * node.indentation) ? node.markup : ""
    }

    /// The results, a single value as a text; empty, with a note, if the expression fails.
    private func find(_ subject: MatchSubject, maximumNodes: Int) -> [XPathNode] {
        let nodes = evaluate(subject, maximumNodes: maximumNodes)
        guard wantsNoPrefix else { return nodes }
        let plain = nodes.filter { if case .element(let element) = $0 { element.name.prefix == nil } else { true } }
        // Elements without a prefix may follow.
        guard plain.isEmpty, nodes.count == maximumNodes, maximumNodes < Self.mostNodes else { return plain }
        return find(subject, maximumNodes: Self.mostNodes)
    }

    private func evaluate(_ subject: MatchSubject, maximumNodes: Int) -> [XPathNode] {
        let document = subject.view(XPathView.self) { _ in XPathView() }.document(subject, names)
        return subject.noting {
            guard let result = try document?.evaluate(expression, namespaces: namespaces, maximumNodes: maximumNodes) else { return [] }
            if case .nodes(let nodes) = result { return nodes }
            return [.text(result.printed)]
        } ?? []
    }
}
