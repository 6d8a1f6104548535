package import Budget
internal import CXML2

/// A parsed document, for XPath and for its tree.
///
/// Only the given bytes are read: no DTD, no external entity, no network. Comments are kept. For one thread at a time.
@safe package final class XMLDocument {
    /// How namespaces are treated.
    package enum Namespaces: Sendable {
        /// As in XML Namespaces: `a` in a default namespace differs from `a` in none.
        case aware
        /// Namespaces are ignored: `//a` finds `<p:a/>`, even with an undeclared prefix, and prefixes in expressions find nothing.
        /// `name()` still has the prefix, and so have names that are printed.
        case ignored
    }

    private let library: LibXML2
    private let document: OpaquePointer
    /// Made for prefixes without a declaration.
    private let undeclared: [UnsafeMutablePointer<xml2_ns>]
    /// The limits of parsing and of XPath.
    package let limits: XMLLimits
    private let budget: WorkBudget?
    private let size: XMLSize
    private var knownShape: XMLShape?
    private var isNumbered = false
    /// At most, without those that the document type makes.
    private let nodes: Int

    /// What a node takes in libxml2. An attribute has another one for its value.
    private static let bytesOfANode = 128
    /// What a node takes in the tree of values.
    private static let bytesOfACopy = 160

    /// Parses a document. Valid UTF-8 is read as such whatever the document declares, because declarations are often outdated; otherwise
    /// the declared encoding applies.
    /// - Parameter budget: what the work is charged to, that of XPath too; nil for a budget of the document's own.
    /// - Throws: `XMLError` with code `malformed`, `limit` or `libraryMissing`.
    package init(
        _ bytes: [UInt8], namespaces: Namespaces = .aware, limits: XMLLimits = .standard, within budget: WorkBudget? = nil
    ) throws(XMLError) {
        guard bytes.count <= limits.bytes, let count = Int32(exactly: bytes.count) else {
            throw XMLError(
                .limit, "the document has \(bytes.count) bytes, more than limits.xmlBytes (\(limits.bytes)) allows",
                exceeding: "limits.xmlBytes")
        }
        let payer = budget ?? WorkBudget()
        payer.chargeParsing(bytes.count)
        let isUTF8 = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
        nodes = Self.chargeParsing(XMLEncoding(bytes, isUTF8: isUTF8), payer)
        if let stop = payer.stop { throw XMLError(.limit, "\(stop)", exceeding: stop.setting) }
        self.budget = budget
        let library = try LibXML2.shared()
        var options = xml2_no_entities_kept | xml2_no_errors | xml2_no_warnings | xml2_no_network | xml2_no_cdata
        unsafe library.table.pointee.xmlResetLastError()
        if isUTF8 { options |= xml2_no_declared_encoding }
        let document = unsafe bytes.withUnsafeBytes { buffer in
            unsafe library.table.pointee.xmlReadMemory(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count, nil, isUTF8 ? "UTF-8" : nil, Int32(options))
        }
        guard let document = unsafe document else { throw library.lastError(.malformed, else: "the document is empty") }
        unsafe self.document = unsafe document
        self.library = library
        self.limits = limits
        var undeclared = unsafe [UnsafeMutablePointer<xml2_ns>]()
        if namespaces == .ignored, let root = unsafe library.table.pointee.xmlDocGetRootElement(document) {
            unsafe Self.dropNamespaces(root, &undeclared)
        }
        unsafe self.undeclared = unsafe undeclared
        size = XMLSize(bytes, isUTF8: isUTF8)
    }

    /// Charges what libxml2 does beyond reading.
    /// - Returns: how many nodes it makes.
    private static func chargeParsing(_ encoding: XMLEncoding, _ payer: WorkBudget) -> Int {
        // A text whose markup cannot be found may be nothing but names.
        if encoding.isUnknown { payer.chargeSteps(encoding.text.count * encoding.text.count / 8) }
        guard payer.stop == nil else { return 0 }
        let cost = XMLCost(encoding.text, limit: payer.stepsUntilStop, isDoubtful: encoding.isDoubtful)
        payer.chargeSteps(cost.steps)
        payer.chargeBytes((cost.nodes + cost.attributes) * bytesOfANode)
        guard payer.stop == nil else { return 0 }
        let declarations = XMLDeclarations(encoding.text, scope: cost.largestScope)
        payer.chargeSteps(declarations.steps)
        payer.chargeBytes(declarations.bytes)
        return cost.nodes
    }

    deinit {
        unsafe library.table.pointee.xmlFreeDoc(document)
        for index in unsafe undeclared.indices {
            unsafe UnsafeMutablePointer(mutating: undeclared[index].pointee.prefix)?.deallocate()
            unsafe undeclared[index].deallocate()
        }
    }

    /// A copy of the tree from the root element; empty if the budget does not allow it.
    package var root: XMLElement {
        guard paysForCopy, let node = unsafe library.table.pointee.xmlDocGetRootElement(document) else {
            return XMLElement(name: XMLName(""))
        }
        var reader = XMLTreeReader()
        return unsafe reader.element(node)
    }

    /// A copy of the root element, and of the comments and instructions before and behind it; empty if the budget does not allow it.
    package var content: [XMLContent] {
        guard paysForCopy else { return [] }
        var reader = XMLTreeReader()
        return unsafe reader.children(UnsafeMutablePointer(document))
    }

    /// Charges a copy of the tree.
    private var paysForCopy: Bool { budget?.chargeBytes(nodes * Self.bytesOfACopy) ?? true }

    /// Evaluates an expression with the document as its context.
    /// - Parameters:
    ///   - namespaces: what the prefixes in the expression mean.
    ///   - maximumNodes: how many nodes of a node set are copied into the result.
    /// - Throws: `XMLError` with code `expression` or `limit`.
    package func evaluate(
        _ expression: String, namespaces: [String: String] = [:], maximumNodes: Int = 10_000
    ) throws(XMLError) -> XPathResult {
        let evaluation = unsafe try XPathEvaluation(
            document: document, namespaces: namespaces, steps: limits.xpathSteps, size: size, budget)
        return try evaluation.run(expression, maximumNodes: maximumNodes, shape: shape)
    }

    /// What is in the document, counted at the first use; empty if the budget ends.
    /// - Parameter numbered: whether the elements are to have numbers. Without them libxml2 walks from node to node for their order.
    private func shape(_ payer: WorkBudget, numbered: Bool) -> XMLShape {
        if let knownShape, isNumbered == numbered { return knownShape }
        guard payer.chargeSteps(2 * size.nodes) else { return XMLShape() }
        let node = unsafe UnsafeMutablePointer<xml2_node>(document)
        if isNumbered != numbered {
            if numbered { _ = unsafe library.table.pointee.xmlXPathOrderDocElems(document) } else { unsafe XMLShape.removeNumbers(node) }
            isNumbered = numbered
        }
        let shape = unsafe knownShape ?? XMLShape(node)
        knownShape = shape
        return shape
    }

    /// Checks that an expression is XPath 1.0. Prefixes, functions and variables are checked only by an evaluation.
    /// - Throws: `XMLError` with code `expression`.
    package static func check(expression: String) throws(XMLError) {
        let evaluation = unsafe try XPathEvaluation(document: nil, namespaces: [:], steps: 0)
        try evaluation.check(expression)
    }

    /// Hides the namespaces from libxml2's XPath; the tree reader and `XPathFunctions` still find them.
    private static func dropNamespaces(_ root: UnsafeMutablePointer<xml2_node>, _ undeclared: inout [UnsafeMutablePointer<xml2_ns>]) {
        var next: UnsafeMutablePointer<xml2_node>? = unsafe root
        while let node = unsafe next {
            if unsafe node.pointee.type == XMLTreeReader.elementType {
                unsafe drop(node, &undeclared)
                var property = unsafe node.pointee.properties
                while let attribute = unsafe property {
                    unsafe drop(attribute, &undeclared)
                    unsafe property = unsafe attribute.pointee.next
                }
            }
            unsafe next = unsafe node.pointee.type == XMLTreeReader.elementType ? node.pointee.children : nil
            var climb = unsafe node
            while unsafe next == nil, unsafe climb != root {
                unsafe next = unsafe climb.pointee.next
                guard unsafe next == nil, let parent = unsafe climb.pointee.parent else { break }
                unsafe climb = unsafe parent
            }
        }
    }

    private static func drop(_ node: UnsafeMutablePointer<xml2_node>, _ undeclared: inout [UnsafeMutablePointer<xml2_ns>]) {
        if let namespace = unsafe node.pointee.ns {
            unsafe node.pointee.private_ = UnsafeMutableRawPointer(namespace)
            unsafe node.pointee.ns = nil
            return
        }
        // An undeclared prefix is part of libxml2's name.
        guard let written = unsafe node.pointee.name, let name = unsafe XMLTreeReader.text(written),
            let colon = name.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return }
        let prefix = Array(name.utf8[..<colon]) + [0]
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: prefix.count)
        for (index, byte) in prefix.enumerated() { unsafe copy[index] = byte }
        let namespace = UnsafeMutablePointer<xml2_ns>.allocate(capacity: 1)
        unsafe namespace.initialize(to: xml2_ns(next: nil, type: XMLTreeReader.namespaceType, href: nil, prefix: UnsafePointer(copy)))
        unsafe undeclared.append(namespace)
        unsafe node.pointee.private_ = UnsafeMutableRawPointer(namespace)
        // Names are in the document's dictionary, which accepts pointers into the middle of one.
        unsafe node.pointee.name = unsafe written + prefix.count
    }
}
