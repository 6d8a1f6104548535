internal import Budget
internal import JSONDocument
internal import JavaText
internal import XMLDocument

/// An element as `equalToXml` sees it: no comments, white space trimmed, names as the namespace awareness has them.
struct ComparableXML: Sendable {
    /// How names are compared (WireMock's `namespaceAwareness`).
    enum Awareness: String, CaseIterable, Sendable {
        /// Prefixes are ignored, namespaces compared.
        case strict = "STRICT"
        /// As before 3.0: elements by local name, and by namespace if that is a default one; attributes by name as written.
        case legacy = "LEGACY"
        /// Names as written; declarations are attributes.
        case none = "NONE"
    }

    /// How the children of one element are sorted before they are compared one by one. The sort is stable.
    enum Order: Sendable {
        /// Unsorted: in document order.
        case document
        case name
        case nameAndText
    }

    struct Name: Sendable {
        var local: String
        var namespace: String?

        /// Whether both have the same code points.
        func isSame(as other: Name) -> Bool { local.isSame(as: other.local) && hasNamespace(other.namespace) }

        func hasNamespace(_ other: String?) -> Bool {
            guard let namespace, let other else { return namespace == nil && other == nil }
            return namespace.isSame(as: other)
        }
    }

    var name: Name
    var attributes: [(name: Name, value: String)] = []
    var elements: [ComparableXML] = []
    var texts: [String] = []
    var instructions: [(target: String, data: String)] = []

    /// The number of direct children.
    var childCount: Int { elements.count + texts.count + instructions.count }

    /// All text in it.
    var text: String { texts.joined() + elements.map(\.text).joined() }

    private static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

    /// - Parameter budget: what the copy is charged to; if it is used up, the copy is incomplete.
    init(_ element: XMLElement, _ awareness: Awareness, _ order: Order, within budget: WorkBudget? = nil) {
        name = Self.name(element.name, awareness)
        if let budget, !budget.chargeSteps(40 + 20 * (element.attributes.count + element.children.count)) { return }
        attributes = element.attributes.map { (Self.attributeName($0.name, awareness), $0.value.trimmed) }
        if awareness == .none {
            attributes += element.declarations.map { (Name(local: $0.qualified), $0.namespace.trimmed) }
        }
        var run = ""
        for child in element.children {
            switch child {
            case .comment: continue
            case .text(let text):
                run += text
                continue
            case .element(let child): elements.append(ComparableXML(child, awareness, order, within: budget))
            case .instruction(let target, let data): instructions.append((target, data.trimmed))
            }
            take(&run)
        }
        take(&run)
        if order == .document { return }
        var keys = elements.enumerated().map {
            let text = order == .nameAndText && budget?.stop == nil ? $0.element.text : ""
            budget?.chargeBytes(8 * text.utf8.count)
            return (index: $0.offset, local: $0.element.name.local, text: text)
        }
        keys.sort { ($0.local, $0.text, $0.index) < ($1.local, $1.text, $1.index) }
        elements = keys.map { elements[$0.index] }
    }

    private mutating func take(_ run: inout String) {
        let text = run.trimmed
        if !text.isEmpty { texts.append(text) }
        run = ""
    }

    private static func name(_ name: XMLName, _ awareness: Awareness) -> Name {
        switch awareness {
        case .strict: Name(local: name.local, namespace: name.namespace)
        case .legacy: Name(local: name.local, namespace: name.prefix == nil ? name.namespace : nil)
        case .none: Name(local: name.qualified)
        }
    }

    private static func attributeName(_ name: XMLName, _ awareness: Awareness) -> Name {
        awareness == .strict || name.namespace == schemaInstance && awareness == .legacy
            ? Name(local: name.local, namespace: name.namespace) : Name(local: name.qualified)
    }

    /// The kind of comparison that an attribute's value belongs to; XML Schema's attributes are compared separately.
    static func kind(of attribute: Name) -> XMLComparisonKind? {
        guard attribute.namespace == schemaInstance else { return nil }
        return switch attribute.local {
        case "schemaLocation": .schemaLocation
        case "noNamespaceSchemaLocation": .noNamespaceSchemaLocation
        case "type": .attributeValue
        default: nil
        }
    }
}

extension XMLElement {
    /// The first name whose prefix is not declared, if there is one.
    var unboundName: String? {
        for name in [name] + attributes.map(\.name) where name.prefix != nil && name.namespace == nil { return name.qualified }
        for case .element(let child) in children { if let name = child.unboundName { return name } }
        return nil
    }
}
