internal import JSONDocument
internal import XMLDocument

/// The nodes that an XPath found: a list that prints as its first node.
final class XMLNodesModel: TemplateObject {
    private let nodes: [XMLNodeModel]

    init(_ nodes: [XPathNode]) { self.nodes = nodes.map { XMLNodeModel($0) } }

    var text: String? { nodes.first?.text }
    var elements: [TemplateValue]? { nodes.map { .object($0) } }

    func member(_ name: String) -> TemplateValue {
        switch name {
        case "size", "length": return .int(nodes.count)
        case "first", "last": return (name == "first" ? nodes.first : nodes.last).map { .object($0) } ?? .null
        default: return Int(name).flatMap { TemplateValue.place($0, of: nodes.count) }.map { .object(nodes[$0]) } ?? .null
        }
    }
}

/// One node: `text`, `name`, `attributes.<name>`; prints as XML.
private final class XMLNodeModel: TemplateObject {
    private let node: XPathNode
    private let knownText = Once<String>()
    private let knownPrint = Once<String>()

    init(_ node: XPathNode) { self.node = node }

    var text: String? { knownPrint.value { node.printed } }

    func member(_ name: String) -> TemplateValue {
        switch (name, node) {
        case ("text", .document): .null
        case ("text", _): .text(knownText.value { node.text })
        case ("name", _): TemplateValue(node.name)
        case ("attributes", .element(let element)): .object(XMLAttributesModel(element))
        case ("attributes", _): .tree(.object([:]), .java)
        default: .null
        }
    }
}

private final class XMLAttributesModel: TemplateObject {
    private let attributes: [(name: String, value: String)]

    /// Java's tree has declarations of namespaces among the attributes.
    init(_ element: XMLElement) {
        attributes = element.declarations.map { ($0.qualified, $0.namespace) } + element.attributes.map { ($0.name.qualified, $0.value) }
    }

    var entries: [(name: String, value: TemplateValue)]? { attributes.map { ($0.name, .text($0.value)) } }
    func member(_ name: String) -> TemplateValue { TemplateValue(attributes.first { $0.name == name }?.value) }
}

extension XPathNode {
    /// The name that Java's tree gives the node; nil for a declaration of a namespace.
    fileprivate var name: String? {
        switch self {
        case .document: "#document"
        case .element(let element): element.name.qualified
        case .attribute(let attribute): attribute.name.qualified
        case .text: "#text"
        case .comment: "#comment"
        case .instruction(let target, _): target
        case .namespace: nil
        }
    }

    fileprivate var printed: String {
        if case .comment(let text) = self { "[#comment: \(text)]" } else { markup }
    }
}
