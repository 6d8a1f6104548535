/// A comment, a CDATA section or an instruction: what is in it is no markup.
struct XMLSkip {
    /// The place behind it, or the end of the text.
    let end: Int
    /// Whether libxml2 reads as far. It stops at a character that XML does not allow and after ten megabytes, and reads the rest as markup.
    let isCertain: Bool

    /// libxml2 allows ten million.
    private static let mostBytes = 9_000_000

    /// - Parameter index: behind the `<`.
    /// - Returns: nil if something else begins there.
    init?(_ text: Span<UInt8>, _ index: Int) {
        if let start = XMLWord.place(behind: "!--", text, index) {
            self.init(text, start, "-->")
        } else if let start = XMLWord.place(behind: "![CDATA[", text, index) {
            self.init(text, start, "]]>")
        } else if let start = XMLWord.place(behind: "?", text, index) {
            self.init(text, start, "?>")
        } else {
            return nil
        }
    }

    private init(_ text: Span<UInt8>, _ start: Int, _ closing: String) {
        let first = closing.utf8.first
        var isCertain = true
        var index = start
        while index < text.count {
            let byte = text[index]
            if byte == first, let end = XMLWord.place(behind: closing, text, index) {
                self.init(end: end, isCertain: isCertain && index - start < Self.mostBytes)
                return
            }
            if byte < 0x20, byte != 9, byte != 10, byte != 13 { isCertain = false }
            // U+FFFE and U+FFFF.
            if byte == 0xEF, index + 2 < text.count, text[index + 1] == 0xBF, text[index + 2] >= 0xBE { isCertain = false }
            index += 1
        }
        self.init(end: index, isCertain: isCertain && index - start < Self.mostBytes)
    }

    private init(end: Int, isCertain: Bool) {
        self.end = end
        self.isCertain = isCertain
    }
}
