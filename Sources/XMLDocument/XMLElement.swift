/// An element with its whole content, as a value. Entities are expanded; CDATA sections are text.
package struct XMLElement: Sendable, Hashable {
    /// The element's name.
    package var name: XMLName
    /// The attributes in document order, without namespace declarations.
    package var attributes: [XMLAttribute]
    /// The namespaces that this element declares, in document order.
    package var declarations: [NamespaceDeclaration]
    /// The content. Neighbouring texts are joined.
    package var children: [XMLContent]

    package init(
        name: XMLName, attributes: [XMLAttribute] = [], declarations: [NamespaceDeclaration] = [], children: [XMLContent] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.declarations = declarations
        self.children = children
    }

    /// A namespace declaration: `xmlns="…"` or `xmlns:prefix="…"`.
    package struct NamespaceDeclaration: Sendable, Hashable {
        /// Nil for the default namespace.
        package var prefix: String?
        /// The namespace's URI; empty to undeclare the default namespace.
        package var namespace: String

        package init(prefix: String?, namespace: String) {
            self.prefix = prefix
            self.namespace = namespace
        }

        /// The name of the declaration's attribute: `xmlns:p`.
        package var qualified: String { prefix.map { "xmlns:\($0)" } ?? "xmlns" }
    }

    /// All text in the element, in document order (XPath's string value).
    package var text: String { children.text }
}

/// One attribute.
package struct XMLAttribute: Sendable, Hashable {
    /// The attribute's name.
    package var name: XMLName
    /// The value, with entities expanded.
    package var value: String

    package init(name: XMLName, value: String) {
        self.name = name
        self.value = value
    }
}

/// A part of an element's content.
package indirect enum XMLContent: Sendable, Hashable {
    case element(XMLElement)
    case text(String)
    case comment(String)
    case instruction(target: String, data: String)
}

extension [XMLContent] {
    /// All text in it, in document order.
    var text: String {
        reduce(into: "") { text, child in
            switch child {
            case .text(let piece): text += piece
            case .element(let element): text += element.text
            case .comment, .instruction: break
            }
        }
    }
}
