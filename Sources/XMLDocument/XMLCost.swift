/// What parsing costs beyond reading, in steps of a `WorkBudget`.
enum XMLCost {
    private static let skipped: [(start: [UInt8], end: [UInt8])] = [
        (Array("!--".utf8), Array("-->".utf8)), (Array("![CDATA[".utf8), Array("]]>".utf8)), (Array("?".utf8), Array("?>".utf8)),
    ]

    /// The cost of the attributes: libxml2 compares each attribute of a tag with all before it, and each declaration of a namespace, too.
    ///
    /// Counts the equal signs of each tag. In a document with a document type, where tags are not so easily found, it counts all between one
    /// `<` and the next.
    static func ofAttributes(_ bytes: [UInt8]) -> Int {
        var cost = 0
        var count = 0
        var quote: UInt8 = 0
        var isInTag = false
        var isStrict = false
        var index = 0
        let text = bytes.span
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "="): if isInTag || isStrict { count += 1 }
            case UInt8(ascii: "<") where quote == 0 || isStrict:
                cost += count * count / 2
                count = 0
                if let end = skipped.first(where: { starts(text, index, $0.start) })?.end {
                    while index < text.count, !starts(text, index, end) { index += 1 }
                    isInTag = false
                } else {
                    isStrict = isStrict || index < text.count && text[index] == UInt8(ascii: "!")
                    isInTag = true
                }
            case UInt8(ascii: ">") where quote == 0 && !isStrict:
                cost += count * count / 2
                count = 0
                isInTag = false
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == 0, isInTag { quote = byte } else if quote == byte { quote = 0 }
            default: break
            }
        }
        return cost + count * count / 2
    }

    /// Where a comment, a CDATA section or an instruction ends that begins behind this `<`; nil if none does.
    static func end(ofSkipped text: Span<UInt8>, _ index: Int) -> Int? {
        guard index < text.count, text[index] == UInt8(ascii: "!") || text[index] == UInt8(ascii: "?"),
            let end = skipped.first(where: { starts(text, index, $0.start) })?.end
        else { return nil }
        var index = index
        while index < text.count, !starts(text, index, end) { index += 1 }
        return index
    }

    private static func starts(_ text: Span<UInt8>, _ index: Int, _ word: [UInt8]) -> Bool {
        guard index + word.count <= text.count else { return false }
        for (offset, byte) in word.enumerated() where text[index + offset] != byte { return false }
        return true
    }
}
