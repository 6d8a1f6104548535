internal import XMLDocument

/// A value read as XML, kept with the value, so that it is read once for all stubs. Nil when it is no XML; that is noted.
struct XMLTreeView {
    let root: XMLElement?

    init(_ subject: MatchSubject) { root = XMLTreeView.document(subject, .aware)?.root }

    static func document(_ subject: MatchSubject, _ namespaces: XMLDocument.Namespaces) -> XMLDocument? {
        let bytes = subject.bytes
        // Most bodies are no XML; they are told by their first byte.
        guard let first = bytes.first(where: { $0 > 0x20 }) else { return nil }
        do {
            guard first == UInt8(ascii: "<") || first >= 0xEF else { throw XMLProblem.noMarkup }
            return try XMLDocument(bytes, namespaces: namespaces)
        } catch {
            subject.note(.message(.xmlError, "\(error)"))
            return nil
        }
    }
}

/// The same for XPath without `xPathNamespaces`.
struct PlainXPathView {
    let document: XMLDocument?
    init(_ subject: MatchSubject) { document = XMLTreeView.document(subject, .defaultIgnored) }
}

/// The same for XPath with `xPathNamespaces`.
struct NamespacedXPathView {
    let document: XMLDocument?
    init(_ subject: MatchSubject) { document = XMLTreeView.document(subject, .aware) }
}

private enum XMLProblem: Error, CustomStringConvertible {
    case noMarkup
    var description: String { "the value is no XML: it does not begin with \"<\"" }
}
