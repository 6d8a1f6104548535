/// An element as a value, with everything in it. Entities are expanded, CDATA sections are text.
public struct XMLElement: Sendable, Hashable {
    public var name: XMLName
    public var attributes: [XMLAttribute]
    /// The namespaces that this element declares, in order.
    public var declarations: [NamespaceDeclaration]
    /// No two texts stand side by side.
    public var children: [XMLContent]

    public init(
        name: XMLName, attributes: [XMLAttribute] = [], declarations: [NamespaceDeclaration] = [], children: [XMLContent] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.declarations = declarations
        self.children = children
    }

    /// `xmlns="…"`, or `xmlns:prefix="…"`.
    public struct NamespaceDeclaration: Sendable, Hashable {
        public var prefix: String?
        public var namespace: String

        public init(prefix: String?, namespace: String) {
            self.prefix = prefix
            self.namespace = namespace
        }

        /// As an attribute is written: `xmlns:p`.
        public var qualified: String { prefix.map { "xmlns:\($0)" } ?? "xmlns" }
    }

    /// All text in it, in document order (XPath's string value).
    public var text: String {
        children.reduce(into: "") { text, child in
            switch child {
            case .text(let piece): text += piece
            case .element(let element): text += element.text
            case .comment, .instruction: break
            }
        }
    }
}

public struct XMLAttribute: Sendable, Hashable {
    public var name: XMLName
    public var value: String

    public init(name: XMLName, value: String) {
        self.name = name
        self.value = value
    }
}

/// What an element can hold.
public indirect enum XMLContent: Sendable, Hashable {
    case element(XMLElement)
    case text(String)
    case comment(String)
    case instruction(target: String, data: String)
}
