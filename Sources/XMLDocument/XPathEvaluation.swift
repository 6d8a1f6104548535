internal import Budget
internal import CXML2

/// One evaluation. Owns an XPath context.
@safe struct XPathEvaluation: ~Copyable {
    private let library: LibXML2
    private let context: UnsafeMutablePointer<xml2_xpath_context>
    private let steps: Int
    private let budget: WorkBudget?
    private let size: XMLSize

    /// Types of values.
    static let nodesType: Int32 = 1
    static let numberType: Int32 = 3
    static let stringType: Int32 = 4

    /// How many steps of a request's budget one operation of XPath takes at least.
    private static let leastPrice = 20

    /// How many it takes in the evaluation of that context.
    static func price(in context: UnsafeMutablePointer<xml2_xpath_context>) -> Int {
        max(leastPrice, unsafe Int(bitPattern: context.pointee.user))
    }

    init(
        document: OpaquePointer?, namespaces: [String: String], steps: Int, size: XMLSize = XMLSize(), _ budget: WorkBudget? = nil
    ) throws(XMLError) {
        // The thread may be another one than that which has parsed the document.
        let library = try LibXML2.shared()
        guard let context = unsafe library.table.pointee.xmlXPathNewContext(document) else { throw XMLError(.limit, "out of memory") }
        self.library = library
        self.steps = steps
        self.budget = budget
        self.size = size
        unsafe self.context = unsafe context
        // A relative path starts from the document.
        unsafe context.pointee.node = unsafe document.map { unsafe UnsafeMutablePointer<xml2_node>($0) }
        unsafe library.table.pointee.xmlXPathRegisterFuncLookup(context, XPathFunctions.lookup, nil)
        for (prefix, namespace) in namespaces { _ = unsafe library.table.pointee.xmlXPathRegisterNs(context, prefix, namespace) }
    }

    deinit { unsafe library.table.pointee.xmlXPathFreeContext(context) }

    func check(_ expression: String) throws(XMLError) {
        unsafe library.table.pointee.xmlXPathFreeCompExpr(try compile(expression))
    }

    /// - Parameter shape: counts what is in the document, and charges that; with its elements numbered or not.
    func run(
        _ expression: String, maximumNodes: Int, shape: (_ payer: WorkBudget, _ isNumbered: Bool) -> XMLShape
    ) throws(XMLError) -> XPathResult {
        let compiled = unsafe try compile(expression)
        defer { unsafe library.table.pointee.xmlXPathFreeCompExpr(compiled) }
        var cost = XPathCost(expression, in: size)
        let payer = budget ?? WorkBudget()
        if !cost.isOnePass { cost.add(shape(payer, !cost.mixesKinds)) }
        payer.chargeSteps(cost.once)
        if let stop = payer.stop { throw stopped(expression, stop) }
        let price = Self.leastPrice + cost.perOperation
        unsafe context.pointee.user = UnsafeMutableRawPointer(bitPattern: price)
        // No limit at all is 0.
        unsafe context.pointee.operation_limit = UInt(max(1, min(steps, payer.stepsUntilStop / price)))
        unsafe library.table.pointee.xmlResetLastError()
        let object = unsafe library.table.pointee.xmlXPathCompiledEval(compiled, context)
        // Without an object the evaluation failed. If it was for the limit, one more operation was wanted.
        let count = min(unsafe Int(clamping: context.pointee.operation_count), .max - 1)
        let isOverLimit = unsafe context.pointee.operation_count > context.pointee.operation_limit
        let (spent, isTooMuch) = (count + (unsafe object == nil ? 1 : 0)).multipliedReportingOverflow(by: price)
        payer.chargeSteps(isTooMuch ? Int.max : spent)
        defer { unsafe library.table.pointee.xmlXPathFreeObject(object) }
        if let stop = payer.stop { throw stopped(expression, stop) }
        if isOverLimit { throw outOfSteps(expression) }
        guard let object = unsafe object else { throw failure(expression) }
        switch unsafe object.pointee.type {
        case Self.nodesType:
            do throws(WorkBudget.Stop) { return .nodes(unsafe try nodes(object.pointee.nodes, maximumNodes, payer)) } catch {
                throw stopped(expression, error)
            }
        case 2: return .boolean(unsafe object.pointee.boolean != 0)
        case Self.numberType: return .number(unsafe object.pointee.number)
        default: return .string(unsafe XMLTreeReader.text(object.pointee.string) ?? "")
        }
    }

    private func compile(_ expression: String) throws(XMLError) -> OpaquePointer {
        unsafe library.table.pointee.xmlResetLastError()
        guard let compiled = unsafe library.table.pointee.xmlXPathCtxtCompile(context, expression) else { throw failure(expression) }
        return unsafe compiled
    }

    private func stopped(_ expression: String, _ stop: WorkBudget.Stop) -> XMLError {
        XMLError(.limit, "XPath \"\(expression)\" was stopped: \(stop)", exceeding: stop.setting)
    }

    private func failure(_ expression: String) -> XMLError {
        let error = library.lastExpressionError(expression)
        if error.message.contains("limit exceeded") { return outOfSteps(expression) }
        let place = error.column.map { " at character \($0 - 1)" } ?? ""
        return XMLError(.expression, "XPath \"\(expression)\": \(error.message)\(place)")
    }

    private func outOfSteps(_ expression: String) -> XMLError {
        XMLError(.limit, "XPath \"\(expression)\" was stopped after \(steps) steps (limits.xpathSteps)", exceeding: "limits.xpathSteps")
    }

    private func nodes(
        _ set: UnsafeMutablePointer<xml2_node_set>?, _ maximum: Int, _ payer: WorkBudget
    ) throws(WorkBudget.Stop) -> [XPathNode] {
        guard let set = unsafe set else { return [] }
        let count = min(unsafe Int(set.pointee.count), maximum)
        // Nodes within nodes are copied with each of them.
        let bytes = count.multipliedReportingOverflow(by: size.textBytes + 16 * size.nodes).partialValue
        if count > 1 { payer.chargeBytes(min(4 * size.allTextBytes + 64 * size.nodes, bytes)) }
        try payer.check()
        var reader = XMLTreeReader()
        return (0..<count).compactMap { index in
            guard let node = unsafe set.pointee.nodes[index] else { return nil }
            switch unsafe node.pointee.type {
            case XMLTreeReader.documentType: return .document(unsafe reader.children(node))
            case XMLTreeReader.attributeType: return .attribute(unsafe reader.attribute(node))
            case XMLTreeReader.namespaceType:
                // For namespaces libxml2 returns an xmlNs as a node.
                return unsafe node.withMemoryRebound(to: xml2_ns.self, capacity: 1) {
                    .namespace(unsafe XMLTreeReader.text($0.pointee.href) ?? "")
                }
            default:
                return switch unsafe reader.content(node) {
                case .element(let element): .element(element)
                case .text(let text): .text(text)
                case .comment(let text): .comment(text)
                case .instruction(let target, let data): .instruction(target: target, data: data)
                case nil: nil
                }
            }
        }
    }
}
