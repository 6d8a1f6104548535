internal import Budget
internal import JSONDocument
internal import XMLDocument

/// The nodes that an XPath found: a list that prints as its first node.
final class XMLNodesModel: TemplateObject {
    private let first: XMLNodeModel?
    private let nodes: [TemplateValue]

    init(_ nodes: [XPathNode]) {
        let models = nodes.map { XMLNodeModel($0) }
        first = models.first
        self.nodes = models.map { .object($0) }
    }

    var text: String? { first?.text }
    var elements: [TemplateValue]? { nodes }

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        switch name {
        case "size", "length": return .int(nodes.count)
        case "first", "last": return (name == "first" ? nodes.first : nodes.last) ?? .null
        default: return Int(name).flatMap { TemplateValue.place($0, of: nodes.count) }.map { nodes[$0] } ?? .null
        }
    }
}

/// One node: `text`, `name`, `attributes.<name>`; prints as XML.
private final class XMLNodeModel: TemplateObject {
    private let node: XPathNode
    private let knownText = Once<String>()
    private let knownPrint = Once<String>()
    private let knownAttributes = Once<XMLAttributesModel>()

    init(_ node: XPathNode) { self.node = node }

    var text: String? { knownPrint.value { node.printed } }

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        switch (name, node) {
        case ("text", .document): .null
        case ("text", _): .text(knownText.value { node.text })
        case ("name", _): TemplateValue(node.name)
        case ("attributes", .element(let element)): .object(knownAttributes.value { XMLAttributesModel(element) })
        case ("attributes", _): .tree(.object([:]), .java)
        default: .null
        }
    }
}

private final class XMLAttributesModel: TemplateObject {
    /// Up to so many attributes are searched one by one.
    private static let few = 16

    private let attributes: [(name: String, value: String)]
    private let knownValues = Once<[String: String]>()

    /// Java's tree has declarations of namespaces among the attributes.
    init(_ element: XMLElement) {
        attributes = element.declarations.map { ($0.qualified, $0.namespace) } + element.attributes.map { ($0.name.qualified, $0.value) }
    }

    var entries: [(name: String, value: TemplateValue)]? { attributes.map { ($0.name, .text($0.value)) } }

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        TemplateValue(attributes.count > Self.few ? values(budget)[name] : attributes.first { $0.name == name }?.value)
    }

    /// The values by name; nothing if the budget does not allow it.
    private func values(_ budget: WorkBudget?) -> [String: String] {
        knownValues.value {
            let bytes = attributes.reduce(0) { $0 + $1.name.utf8.count }
            guard budget?.chargeIndex(of: attributes.count, bytes: bytes) ?? true else { return [:] }
            return Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
        }
    }
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
