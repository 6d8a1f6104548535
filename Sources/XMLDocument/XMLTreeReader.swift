internal import CXML2

/// Copies libxml2's nodes into values.
enum XMLTreeReader {
    static let elementType: Int32 = 1
    static let attributeType: Int32 = 2
    static let textType: Int32 = 3
    static let cdataType: Int32 = 4
    static let instructionType: Int32 = 7
    static let commentType: Int32 = 8
    static let documentType: Int32 = 9
    static let namespaceType: Int32 = 18

    /// Recursive; libxml2 limits the depth.
    static func element(_ node: UnsafeMutablePointer<xml2_node>) -> XMLElement {
        var element = XMLElement(name: unsafe name(node))
        var declaration = unsafe node.pointee.declarations
        while let current = unsafe declaration {
            element.declarations.append(
                .init(prefix: unsafe text(current.pointee.prefix), namespace: unsafe text(current.pointee.href) ?? ""))
            unsafe declaration = unsafe current.pointee.next
        }
        var property = unsafe node.pointee.properties
        while let current = unsafe property {
            element.attributes.append(unsafe attribute(current))
            unsafe property = unsafe current.pointee.next
        }
        element.children = unsafe children(node)
        return element
    }

    static func attribute(_ node: UnsafeMutablePointer<xml2_node>) -> XMLAttribute {
        var value = ""
        for child in unsafe children(node) { if case .text(let piece) = child { value += piece } }
        return XMLAttribute(name: unsafe name(node), value: value)
    }

    static func children(_ node: UnsafeMutablePointer<xml2_node>) -> [XMLContent] {
        var result: [XMLContent] = []
        var next = unsafe node.pointee.children
        while let child = unsafe next {
            if let content = unsafe content(child) {
                if case .text(let piece) = content, case .text(let before)? = result.last {
                    result[result.count - 1] = .text(before + piece)
                } else {
                    result.append(content)
                }
            }
            unsafe next = unsafe child.pointee.next
        }
        return result
    }

    /// Nil for nodes that are not content: a document type, an entity that was refused.
    static func content(_ node: UnsafeMutablePointer<xml2_node>) -> XMLContent? {
        switch unsafe node.pointee.type {
        case elementType: .element(unsafe element(node))
        case textType, cdataType: .text(unsafe text(node.pointee.content) ?? "")
        case commentType: .comment(unsafe text(node.pointee.content) ?? "")
        case instructionType:
            .instruction(target: unsafe text(node.pointee.name) ?? "", data: unsafe text(node.pointee.content) ?? "")
        default: nil
        }
    }

    static func text(_ bytes: UnsafePointer<UInt8>?) -> String? { unsafe bytes.map { unsafe String(cString: $0) } }

    /// The namespace of an element or an attribute, also where it is hidden from libxml2's XPath.
    static func namespace(_ node: UnsafeMutablePointer<xml2_node>) -> UnsafeMutablePointer<xml2_ns>? {
        unsafe node.pointee.ns ?? node.pointee.private_?.assumingMemoryBound(to: xml2_ns.self)
    }

    private static func name(_ node: UnsafeMutablePointer<xml2_node>) -> XMLName {
        let written = unsafe text(node.pointee.name) ?? ""
        if let namespace = unsafe namespace(node) {
            return XMLName(written, prefix: unsafe text(namespace.pointee.prefix), namespace: unsafe text(namespace.pointee.href))
        }
        // An undeclared prefix is part of libxml2's name.
        guard let colon = written.firstIndex(of: ":") else { return XMLName(written) }
        return XMLName(String(written[written.index(after: colon)...]), prefix: String(written[..<colon]))
    }
}
