internal import Budget
internal import XMLDocument

/// A value parsed as XML, cached in the subject and shared by all stubs. Nil if it is not XML; that is noted.
struct XMLTreeView {
    let root: XMLElement?

    init(_ subject: MatchSubject) { root = XMLTreeView.document(subject, .aware)?.root }

    static func document(_ subject: MatchSubject, _ namespaces: XMLDocument.Namespaces) -> XMLDocument? {
        let bytes = subject.utf8
        // Most bodies are not XML, which their first byte shows.
        guard let first = bytes.first(where: { $0 > 0x20 }) else { return nil }
        do {
            guard first == UInt8(ascii: "<") || first >= 0xEF else { throw XMLProblem.noMarkup }
            return try XMLDocument(bytes, namespaces: namespaces, limits: subject.context.limits.xml, within: subject.context.budget)
        } catch {
            if subject.context.budget?.stop != nil { return nil }
            subject.note(.unreadable("Warning: failed to parse the XML document. Reason: \(error)"))
            return nil
        }
    }
}

/// The value as `equalToXml` compares it: one tree for each way to do so, made on first use.
final class ComparableXMLView {
    private struct Key: Hashable {
        let awareness: ComparableXML.Awareness
        let order: ComparableXML.Order
    }

    private let root: XMLElement?
    private let context: MatchContext
    private lazy var isBound = root?.unboundName == nil
    private var trees: [Key: ComparableXML] = [:]

    init(_ subject: MatchSubject) {
        root = subject.view(XMLTreeView.self, XMLTreeView.init).root
        context = subject.context
    }

    /// Nil if the value is not XML, or has prefixes without a declaration, which matter when names are compared strictly.
    func tree(_ awareness: ComparableXML.Awareness, _ order: ComparableXML.Order) -> ComparableXML? {
        guard let root, awareness != .strict || isBound else { return nil }
        let key = Key(awareness: awareness, order: order)
        if let known = trees[key] { return known }
        let tree = ComparableXML(root, awareness, order, within: context.budget)
        trees[key] = tree
        return tree
    }
}

/// The documents for XPath: one for each way to interpret names, parsed on first use.
final class XPathView {
    private var documents: [XMLDocument.Namespaces: XMLDocument?] = [:]

    func document(_ subject: MatchSubject, _ namespaces: XMLDocument.Namespaces) -> XMLDocument? {
        if let known = documents[namespaces] { return known }
        let document = XMLTreeView.document(subject, namespaces)
        documents[namespaces] = .some(document)
        return document
    }
}

private enum XMLProblem: Error, CustomStringConvertible {
    case noMarkup
    var description: String { "the value is not XML: it does not begin with \"<\"" }
}
