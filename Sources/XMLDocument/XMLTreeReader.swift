internal import CXML2

/// Copies libxml2's nodes into values.
struct XMLTreeReader {
    static let elementType: Int32 = 1
    static let attributeType: Int32 = 2
    static let textType: Int32 = 3
    static let cdataType: Int32 = 4
    static let instructionType: Int32 = 7
    static let commentType: Int32 = 8
    static let documentType: Int32 = 9
    static let namespaceType: Int32 = 18

    /// What a declaration says, by its address. Each is read once: a long URI may be that of each element.
    private var declared: [Int: (prefix: String?, namespace: String?)] = [:]

    /// Recursive; libxml2 limits the depth.
    mutating func element(_ node: UnsafeMutablePointer<xml2_node>) -> XMLElement {
        var element = XMLElement(name: unsafe name(node))
        var declaration = unsafe node.pointee.declarations
        while let current = unsafe declaration {
            let (prefix, namespace) = unsafe read(current)
            element.declarations.append(.init(prefix: prefix, namespace: namespace ?? ""))
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

    mutating func attribute(_ node: UnsafeMutablePointer<xml2_node>) -> XMLAttribute {
        var value = ""
        for child in unsafe children(node) { if case .text(let piece) = child { value += piece } }
        return XMLAttribute(name: unsafe name(node), value: value)
    }

    mutating func children(_ node: UnsafeMutablePointer<xml2_node>) -> [XMLContent] {
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
    mutating func content(_ node: UnsafeMutablePointer<xml2_node>) -> XMLContent? {
        switch unsafe node.pointee.type {
        case Self.elementType: .element(unsafe element(node))
        case Self.textType, Self.cdataType: .text(unsafe Self.text(node.pointee.content) ?? "")
        case Self.commentType: .comment(unsafe Self.text(node.pointee.content) ?? "")
        case Self.instructionType:
            .instruction(target: unsafe Self.text(node.pointee.name) ?? "", data: unsafe Self.text(node.pointee.content) ?? "")
        default: nil
        }
    }

    static func text(_ bytes: UnsafePointer<UInt8>?) -> String? { unsafe bytes.map { unsafe String(cString: $0) } }

    /// The namespace of an element or an attribute, also where it is hidden from libxml2's XPath.
    static func namespace(_ node: UnsafeMutablePointer<xml2_node>) -> UnsafeMutablePointer<xml2_ns>? {
        unsafe node.pointee.ns ?? node.pointee.private_?.assumingMemoryBound(to: xml2_ns.self)
    }

    private mutating func read(_ declaration: UnsafeMutablePointer<xml2_ns>) -> (prefix: String?, namespace: String?) {
        let address = Int(bitPattern: declaration)
        if let known = declared[address] { return known }
        let read = (prefix: unsafe Self.text(declaration.pointee.prefix), namespace: unsafe Self.text(declaration.pointee.href))
        declared[address] = read
        return read
    }

    private mutating func name(_ node: UnsafeMutablePointer<xml2_node>) -> XMLName {
        let written = unsafe Self.text(node.pointee.name) ?? ""
        if let declaration = unsafe Self.namespace(node) {
            let (prefix, namespace) = unsafe read(declaration)
            return XMLName(written, prefix: prefix, namespace: namespace)
        }
        // An undeclared prefix is part of libxml2's name.
        guard let colon = written.firstIndex(of: ":") else { return XMLName(written) }
        return XMLName(String(written[written.index(after: colon)...]), prefix: String(written[..<colon]))
    }
}
