/// A name, or a value, in the text of a document.
struct XMLWord {
    /// The place behind it.
    let end: Int
    /// Equal for equal words, another one in each process; 0 if it is not wanted.
    let hash: Int
    let hasColon: Bool
    /// Whether it declares a namespace: `xmlns`, `xmlns:a`.
    let isDeclaration: Bool
    /// Whether it is `xml:id`, whose values libxml2 collects.
    let isXMLIdentifier: Bool
    /// Whether it begins as the types of attributes do whose values libxml2 collects: `ID`, `IDREF`.
    let isIdentifierType: Bool
    /// Whether it begins with a letter of ASCII, `_` or `:`.
    let beginsWithLetter: Bool

    init(_ text: Span<UInt8>, _ start: Int, _ end: Int, hashes: Bool) {
        self.end = end
        var hasColon = false
        for index in start..<end where text[index] == UInt8(ascii: ":") { hasColon = true }
        self.hasColon = hasColon
        hash = hashes ? Self.hash(text, start, end) : 0
        isDeclaration =
            Self.place(behind: "xmlns", text, start).map { $0 == end || $0 < end && text[$0] == UInt8(ascii: ":") } ?? false
        isXMLIdentifier = hasColon && Self.place(behind: "xml:id", text, start) == end
        isIdentifierType = start < end && text[start] == UInt8(ascii: "I") && Self.place(behind: "ID", text, start) != nil
        beginsWithLetter = start < end && Self.isLetter(text[start])
    }

    private static func hash(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var hasher = Hasher()
        var bytes: UInt64 = 0
        for index in start..<end {
            bytes = bytes << 8 | UInt64(text[index])
            if (index - start) & 7 == 7 {
                hasher.combine(bytes)
                bytes = 0
            }
        }
        hasher.combine(bytes)
        return hasher.finalize()
    }

    /// The place behind this text of ASCII; nil if something else is here.
    static func place(behind word: String, _ text: Span<UInt8>, _ index: Int) -> Int? {
        var index = index
        for byte in word.utf8 {
            guard index < text.count, text[index] == byte else { return nil }
            index += 1
        }
        return index
    }

    /// The end of a word outside of quotes.
    static func endInTag(_ text: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < text.count {
            switch text[index] {
            case ...0x20, UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                return index
            default: index += 1
            }
        }
        return index
    }

    /// The end of the value behind the quotation mark at this place: the next one, or a `<`, which no value contains.
    static func endOfValue(_ text: Span<UInt8>, _ start: Int) -> Int {
        var index = start + 1
        while index < text.count, text[index] != text[start], text[index] != UInt8(ascii: "<") { index += 1 }
        return index
    }

    /// The end of a word that consists of the bytes of names.
    static func endOfName(_ text: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < text.count, isNameByte(text[index]) { index += 1 }
        return index
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
        default: false
        }
    }

    /// Whether a name may have this byte: too many, rather than too few.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: ":"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }
}
