internal import XMLDocument

/// The nodes that an XPath found: a list that prints as its first node.
final class XMLNodesModel: TemplateObject {
    private let nodes: [XPathNode]

    init(_ nodes: [XPathNode]) { self.nodes = nodes }

    var text: String? { nodes.first?.printed }
    var elements: [TemplateValue]? { nodes.map { .object(XMLNodeModel($0)) } }

    func member(_ name: String) -> TemplateValue {
        switch name {
        case "size", "length": return .int(nodes.count)
        case "first", "last": return (name == "first" ? nodes.first : nodes.last).map { .object(XMLNodeModel($0)) } ?? .null
        default: return Int(name).flatMap { TemplateValue.place($0, of: nodes.count) }.map { .object(XMLNodeModel(nodes[$0])) } ?? .null
        }
    }
}

/// One node: `text`, `name`, `attributes.<name>`; prints as XML.
private final class XMLNodeModel: TemplateObject {
    private let node: XPathNode

    init(_ node: XPathNode) { self.node = node }

    var text: String? { node.printed }

    func member(_ name: String) -> TemplateValue {
        switch (name, node) {
        case ("text", _): .text(node.text)
        case ("name", .element(let element)), ("name", .document(let element)): .text(element.name.qualified)
        case ("name", .attribute(let attribute)): .text(attribute.name.qualified)
        case ("attributes", .element(let element)), ("attributes", .document(let element)):
            .object(XMLAttributesModel(element.attributes))
        default: .null
        }
    }
}

private final class XMLAttributesModel: TemplateObject {
    private let attributes: [XMLAttribute]

    init(_ attributes: [XMLAttribute]) { self.attributes = attributes }

    var entries: [(name: String, value: TemplateValue)]? { attributes.map { ($0.name.qualified, .text($0.value)) } }
    func member(_ name: String) -> TemplateValue { TemplateValue(attributes.first { $0.name.qualified == name }?.value) }
}

extension XPathNode {
    fileprivate var printed: String {
        if case .comment(let text) = self { "[#comment: \(text)]" } else { markup }
    }
}
