/// An element as a value, with everything in it. Entities are expanded, CDATA sections are text.
package struct XMLElement: Sendable, Hashable {
    package var name: XMLName
    package var attributes: [XMLAttribute]
    /// The namespaces that this element declares, in order.
    package var declarations: [NamespaceDeclaration]
    /// No two texts stand side by side.
    package var children: [XMLContent]

    package init(
        name: XMLName, attributes: [XMLAttribute] = [], declarations: [NamespaceDeclaration] = [], children: [XMLContent] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.declarations = declarations
        self.children = children
    }

    /// `xmlns="…"`, or `xmlns:prefix="…"`.
    package struct NamespaceDeclaration: Sendable, Hashable {
        package var prefix: String?
        package var namespace: String

        package init(prefix: String?, namespace: String) {
            self.prefix = prefix
            self.namespace = namespace
        }

        /// As an attribute is written: `xmlns:p`.
        package var qualified: String { prefix.map { "xmlns:\($0)" } ?? "xmlns" }
    }

    /// All text in it, in document order (XPath's string value).
    package var text: String {
        children.reduce(into: "") { text, child in
            switch child {
            case .text(let piece): text += piece
            case .element(let element): text += element.text
            case .comment, .instruction: break
            }
        }
    }
}

package struct XMLAttribute: Sendable, Hashable {
    package var name: XMLName
    package var value: String

    package init(name: XMLName, value: String) {
        self.name = name
        self.value = value
    }
}

/// What an element can hold.
package indirect enum XMLContent: Sendable, Hashable {
    case element(XMLElement)
    case text(String)
    case comment(String)
    case instruction(target: String, data: String)
}
