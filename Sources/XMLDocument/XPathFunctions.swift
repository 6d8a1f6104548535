internal import CXML2

/// Functions that libxml2 calls in place of its own: `name()`, which would know no prefix where namespaces are ignored, and those that take
/// texts, which would write numbers with an exponent and at most 15 digits. The rest of the work is left to libxml2's.
///
/// A call is one operation of an evaluation, as without them.
enum XPathFunctions {
    private typealias Stack = UnsafeMutablePointer<xml2_xpath_stack>

    /// libxml2 asks here first, once for each call in an expression.
    static let lookup: xml2_xpath_lookup = { _, name, uri in
        guard unsafe uri == nil, let name = unsafe XMLTreeReader.text(name) else { return nil }
        return unsafe functions[name]
    }

    private static let functions: [String: xml2_xpath_function] = unsafe [
        "name": { unsafe pushName($0, $1) },
        "string": { unsafe call(LibXML2.table?.pointee.xmlXPathStringFunction, $0, $1) },
        "concat": { unsafe call(LibXML2.table?.pointee.xmlXPathConcatFunction, $0, $1) },
        "starts-with": { unsafe call(LibXML2.table?.pointee.xmlXPathStartsWithFunction, $0, $1) },
        "contains": { unsafe call(LibXML2.table?.pointee.xmlXPathContainsFunction, $0, $1) },
        "substring-before": { unsafe call(LibXML2.table?.pointee.xmlXPathSubstringBeforeFunction, $0, $1) },
        "substring-after": { unsafe call(LibXML2.table?.pointee.xmlXPathSubstringAfterFunction, $0, $1) },
        // Its other arguments are numbers.
        "substring": { unsafe call(LibXML2.table?.pointee.xmlXPathSubstringFunction, $0, $1, texts: 1) },
        "string-length": { unsafe call(LibXML2.table?.pointee.xmlXPathStringLengthFunction, $0, $1) },
        "normalize-space": { unsafe call(LibXML2.table?.pointee.xmlXPathNormalizeFunction, $0, $1) },
        "translate": { unsafe call(LibXML2.table?.pointee.xmlXPathTranslateFunction, $0, $1) },
    ]

    /// `name()`: the name as it is written, also where namespaces are hidden from libxml2.
    private static func pushName(_ stack: Stack?, _ count: Int32) {
        guard let library = unsafe LibXML2.table?.pointee, let stack = unsafe stack else { return }
        guard let node = unsafe node(stack, count), let prefix = unsafe XMLTreeReader.namespace(node)?.pointee.prefix else {
            // Without a prefix both names are the same. Wrong arguments are its errors.
            return unsafe library.xmlXPathLocalNameFunction(stack, count)
        }
        if count == 1 { unsafe library.xmlXPathFreeObject(library.valuePop(stack)) }
        _ = unsafe library.valuePush(stack, library.xmlXPathWrapString(library.xmlBuildQName(node.pointee.name, prefix, nil, 0)))
    }

    /// The element or attribute whose name is wanted; nil for other nodes, for none, and for wrong arguments.
    private static func node(_ stack: Stack, _ count: Int32) -> UnsafeMutablePointer<xml2_node>? {
        var node = unsafe stack.pointee.context?.pointee.node
        if count > 0 {
            guard count == 1, let argument = unsafe stack.pointee.last, unsafe argument.pointee.type == XPathEvaluation.nodesType,
                let nodes = unsafe argument.pointee.nodes, unsafe nodes.pointee.count > 0
            else { return nil }
            unsafe node = unsafe nodes.pointee.nodes[0]
        }
        let type = unsafe node?.pointee.type
        return unsafe type == XMLTreeReader.elementType || type == XMLTreeReader.attributeType ? node : nil
    }

    /// Calls a function of libxml2 after its arguments that are numbers have become texts, as `xpathText` has them.
    /// - Parameter texts: how many of the arguments, the first, are texts for the function.
    private static func call(_ function: xml2_xpath_function?, _ stack: Stack?, _ count: Int32, texts: Int32 = .max) {
        guard let function = unsafe function, let stack = unsafe stack else { return }
        let first = unsafe stack.pointee.count - count
        for index in first..<(first + min(count, texts)) where first >= 0 {
            guard let value = unsafe stack.pointee.values[Int(index)], unsafe value.pointee.type == XPathEvaluation.numberType,
                let text = unsafe LibXML2.table?.pointee.xmlStrdup(value.pointee.number.xpathText)
            else { continue }
            unsafe value.pointee.string = unsafe text
            unsafe value.pointee.type = XPathEvaluation.stringType
        }
        unsafe function(stack, count)
    }
}
