/// How large a document is at most, for the cost of XPath. Counted in its bytes.
struct XMLSize {
    /// Elements, texts and attributes.
    private(set) var nodes = 0
    /// Bytes of all texts and attributes, and of what is between them.
    private(set) var textBytes = 0
    /// The same, where each byte counts once for each element around it.
    private(set) var allTextBytes = 0

    init() {}

    /// - Parameter isUTF8: otherwise the bytes cannot be told apart, and the document is taken for the deepest that libxml2 reads.
    init(_ bytes: [UInt8], isUTF8: Bool) {
        guard isUTF8 else {
            (nodes, textBytes, allTextBytes) = (bytes.count, 2 * bytes.count, 512 * bytes.count)
            return
        }
        let text = bytes.span
        var (depth, index, start) = (0, 0, 0)
        var declaresEntities = false
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "="),
                UInt8(ascii: "/") where index > 1 && text[index - 2] != UInt8(ascii: "<"):
                if byte == UInt8(ascii: "=") { nodes += 1 }
                // The end of an empty element.
                if byte == UInt8(ascii: "/"), index < text.count, text[index] == UInt8(ascii: ">") { depth -= 1 }
            case UInt8(ascii: "<"):
                nodes += 2
                add(index - start, depth)
                start = index
                if let skip = XMLSkip(text, index) {
                    index = skip.end
                } else if index < text.count, text[index] == UInt8(ascii: "!") {
                    declaresEntities = true
                } else {
                    depth += index < text.count && text[index] == UInt8(ascii: "/") ? -1 : 1
                }
            default: break
            }
        }
        add(text.count - start, max(depth, 1))
        // libxml2 lets entities make a document ten times as long.
        if declaresEntities { (nodes, textBytes, allTextBytes) = (10 * nodes, 10 * textBytes, 2_560 * textBytes) }
    }

    private mutating func add(_ bytes: Int, _ depth: Int) {
        textBytes += bytes
        allTextBytes += bytes * max(1, depth)
    }
}
