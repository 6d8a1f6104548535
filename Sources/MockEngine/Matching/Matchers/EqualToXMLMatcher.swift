internal import JSONDocument
internal import RegularExpression
internal import StubModel
internal import XMLDocument

/// `{"equalToXml": "<a>…</a>", "enablePlaceholders": true, "exemptedComparisons": ["NAMESPACE_URI"], "ignoreOrderOfSameNode": true,
/// "namespaceAwareness": "STRICT"}`: the same document, white space around texts, comments, the order of attributes and of
/// elements with different names aside (`XMLComparison`).
struct EqualToXMLMatcher: ValueMatcher {
    static let key = "equalToXml"
    let expectation: String
    private let root: XMLElement
    private let expected: ComparableXML
    private let awareness: ComparableXML.Awareness
    private let order: ComparableXML.Order
    private let exempted: Set<XMLComparisonKind>
    private let placeholders: XMLPlaceholders?

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        order = fields.flag("ignoreOrderOfSameNode") ?? false ? .nameAndText : .name
        exempted = Set(fields.words("exemptedComparisons") ?? [])
        awareness = fields.word("namespaceAwareness") ?? .strict
        let wantsPlaceholders = fields.flag("enablePlaceholders") ?? false
        let opening = fields.string("placeholderOpeningDelimiterRegex")
        let closing = fields.string("placeholderClosingDelimiterRegex")
        guard let text = fields.requiredText(Self.key), let node = fields.take(Self.key) else { return nil }
        do {
            placeholders = wantsPlaceholders ? try XMLPlaceholders(opening: opening, closing: closing, registry.limits.patterns) : nil
            if !wantsPlaceholders, let start = text.firstRange(of: "${xmlunit.")?.lowerBound {
                let placeholder = text[start...].prefix { $0 != "}" }
                fields.report.warn("\"\(placeholder)}\" stands for itself", at: node, repair: "Add \"enablePlaceholders\": true.")
            }
            root = try XMLDocument(Array(text.utf8), limits: registry.limits.xml).root
            if awareness == .strict, let name = root.unboundName {
                fields.report.add("\"\(Self.key)\" cannot be used: the prefix of \"\(name)\" is not declared", at: node)
                return nil
            }
            expected = ComparableXML(root, awareness, order)
            expectation = root.prettyMarkup
        } catch {
            fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: node)
            return nil
        }
    }

    func matches(_ subject: MatchSubject) -> Bool {
        guard let actual = tree(of: subject, order) else { return false }
        var comparison = XMLComparison(exempted: exempted, placeholders: placeholders, of: subject, countsAll: false)
        comparison.compare(roots: expected, actual)
        return comparison.differences == 0
    }

    /// Counts in document order, as WireMock does.
    func distance(_ subject: MatchSubject) -> Double {
        if matches(subject) { return 0 }
        guard let actual = tree(of: subject, .document) else { return 1 }
        var comparison = XMLComparison(exempted: exempted, placeholders: placeholders, of: subject, countsAll: true)
        comparison.compare(roots: ComparableXML(root, awareness, .document), actual)
        return comparison.distance
    }

    private func tree(of subject: MatchSubject, _ order: ComparableXML.Order) -> ComparableXML? {
        subject.isAbsent ? nil : subject.view(ComparableXMLView.self, ComparableXMLView.init).tree(awareness, order)
    }
}
