/// The value of an XPath expression.
package enum XPathResult: Sendable, Hashable {
    case nodes([XPathNode])
    case string(String)
    case number(Double)
    case boolean(Bool)

    /// The value as text, by XPath's `string()`: for nodes, that of the first.
    package var text: String {
        switch self {
        case .nodes(let nodes): nodes.first?.text ?? ""
        case .string(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .number(let value): value.xpathText
        }
    }
}

/// One node of a result.
package enum XPathNode: Sendable, Hashable {
    /// The document itself: its root element, and the comments and instructions beside it.
    case document([XMLContent])
    case element(XMLElement)
    case attribute(XMLAttribute)
    case text(String)
    case comment(String)
    case instruction(target: String, data: String)
    case namespace(String)

    /// XPath's string value.
    package var text: String {
        switch self {
        case .document(let content): content.text
        case .element(let element): element.text
        case .attribute(let attribute): attribute.value
        case .text(let text), .comment(let text), .namespace(let text): text
        case .instruction(_, let data): data
        }
    }

    /// At most this many bytes of `markup` are line ends and blanks at the beginnings of lines.
    package var indentation: Int {
        switch self {
        case .document(let content): content.indentation
        case .element(let element): element.indentation
        default: 0
        }
    }

    /// What WireMock prints, and passes to the next matcher: a document or an element as indented markup, everything else as text. Only a
    /// document ends with a line end, as with Java 11, which WireMock's image has.
    package var markup: String {
        switch self {
        case .document(let content): content.prettyMarkup
        case .element(let element): String(element.prettyMarkup.dropLast())
        default: text
        }
    }
}
