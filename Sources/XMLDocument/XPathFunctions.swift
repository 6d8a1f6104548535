internal import CXML2

/// Functions that libxml2 calls in place of its own: `name()`, which would know no prefix where namespaces are ignored, and those that take
/// texts, which would write numbers with an exponent and at most 15 digits. The rest of the work is left to libxml2's, but for `concat`, which
/// would copy all texts before an argument with each one.
///
/// A call is one operation of an evaluation, as without them. What functions do with texts that other functions have made is counted here:
/// `XPathCost` only knows the document.
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
        "concat": { unsafe concatenate($0, $1) },
        "starts-with": { unsafe call(LibXML2.table?.pointee.xmlXPathStartsWithFunction, $0, $1) },
        "contains": { unsafe call(LibXML2.table?.pointee.xmlXPathContainsFunction, $0, $1, searches: true) },
        "substring-before": { unsafe call(LibXML2.table?.pointee.xmlXPathSubstringBeforeFunction, $0, $1, searches: true) },
        "substring-after": { unsafe call(LibXML2.table?.pointee.xmlXPathSubstringAfterFunction, $0, $1, searches: true) },
        // Its other arguments are numbers.
        "substring": { unsafe call(LibXML2.table?.pointee.xmlXPathSubstringFunction, $0, $1, texts: 1) },
        "string-length": { unsafe call(LibXML2.table?.pointee.xmlXPathStringLengthFunction, $0, $1) },
        "normalize-space": { unsafe call(LibXML2.table?.pointee.xmlXPathNormalizeFunction, $0, $1) },
        "translate": { unsafe call(LibXML2.table?.pointee.xmlXPathTranslateFunction, $0, $1, searches: true) },
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

    /// `concat()`. With fewer than two arguments libxml2's function makes the error.
    private static func concatenate(_ stack: Stack?, _ count: Int32) {
        guard let library = unsafe LibXML2.table?.pointee, let stack = unsafe stack else { return }
        let first = unsafe Int(stack.pointee.count - count)
        guard count >= 2, first >= 0 else { return unsafe library.xmlXPathConcatFunction(stack, count) }
        var joined: [UInt8] = []
        for index in first..<(first + Int(count)) {
            unsafe makeText(stack, index)
            let text = unsafe stack.pointee.values[index]
            let length = unsafe length(text)
            guard unsafe hasRoom(stack, for: length), let start = unsafe text?.pointee.string else { continue }
            unsafe joined.append(contentsOf: UnsafeBufferPointer(start: start, count: length))
        }
        unsafe give(joined, stack, count)
    }

    /// Makes a text of an argument, as `string()` does, but of a number as `xpathText` has it.
    private static func makeText(_ stack: Stack, _ index: Int) {
        guard let library = unsafe LibXML2.table?.pointee, let value = unsafe stack.pointee.values[index],
            unsafe value.pointee.type != XPathEvaluation.stringType
        else { return }
        if unsafe value.pointee.type == XPathEvaluation.numberType, let text = unsafe library.xmlStrdup(value.pointee.number.xpathText) {
            unsafe value.pointee.string = unsafe text
            unsafe value.pointee.type = XPathEvaluation.stringType
            return
        }
        // The function frees what it takes.
        unsafe stack.pointee.values[index] = nil
        _ = unsafe library.valuePush(stack, value)
        let count = unsafe stack.pointee.count
        unsafe library.xmlXPathStringFunction(stack, 1)
        guard unsafe stack.pointee.count == count else { return }
        let text = unsafe library.valuePop(stack)
        unsafe stack.pointee.values[index] = unsafe text
        // The pop has left the place of the argument there, which was empty.
        unsafe stack.pointee.last = unsafe stack.pointee.values[Int(count) - 2]
    }

    /// Leaves a text in place of the arguments.
    private static func give(_ text: [UInt8], _ stack: Stack, _ count: Int32) {
        guard let library = unsafe LibXML2.table?.pointee else { return }
        for _ in 0..<count { unsafe library.xmlXPathFreeObject(library.valuePop(stack)) }
        _ = unsafe library.valuePush(stack, library.xmlXPathWrapString(library.xmlStrdup(text + [0])))
    }

    /// Calls a function of libxml2 after its arguments have become texts.
    /// - Parameters:
    ///   - texts: how many of the arguments, the first, are texts for the function.
    ///   - searches: whether the first text is compared with the second at each place.
    private static func call(
        _ function: xml2_xpath_function?, _ stack: Stack?, _ count: Int32, texts: Int = .max, searches: Bool = false
    ) {
        guard let function = unsafe function, let stack = unsafe stack else { return }
        let first = unsafe Int(stack.pointee.count - count)
        guard count > 0, first >= 0 else { return unsafe function(stack, count) }
        for index in first..<(first + min(Int(count), texts)) { unsafe makeText(stack, index) }
        let lengths = (0..<Int(count)).map { unsafe length(stack.pointee.values[first + $0]) }
        let searched = searches && count > 1 ? XPathCost.product(lengths[0], lengths[1]) / 20 : 0
        guard unsafe hasRoom(stack, for: lengths.reduce(0, +) / 3 + searched) else { return unsafe give([], stack, count) }
        unsafe function(stack, count)
    }

    /// Bytes of a text; 0 for another value.
    private static func length(_ value: UnsafeMutablePointer<xml2_xpath_object>?) -> Int {
        guard let value = unsafe value, unsafe value.pointee.type == XPathEvaluation.stringType, var end = unsafe value.pointee.string
        else {
            return 0
        }
        let start = unsafe end
        while unsafe end.pointee != 0 { unsafe end += 1 }
        return unsafe end - start
    }

    /// Counts steps of work as operations.
    /// - Returns: false when the evaluation has none left. It ends behind this call.
    private static func hasRoom(_ stack: Stack, for steps: Int) -> Bool {
        guard let context = unsafe stack.pointee.context else { return false }
        let operations = unsafe UInt(steps / XPathEvaluation.price(in: context))
        let (sum, isTooMuch) = unsafe context.pointee.operation_count.addingReportingOverflow(operations)
        unsafe context.pointee.operation_count = isTooMuch ? .max : sum
        return unsafe context.pointee.operation_count <= context.pointee.operation_limit
    }
}
