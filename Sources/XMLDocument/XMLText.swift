/// Builds the text of an XML document.
package struct XMLText: Sendable {
    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    private let tellsAllApart: Bool

    /// - Parameter tellsAllApart: what becomes of characters that XML 1.0 does not allow. If true, they are references, as in S3's
    ///   listings: every text stays different, but parsers refuse such a document. If false, they are U+FFFD: the document stays readable.
    package init(tellsAllApart: Bool = false) { self.tellsAllApart = tellsAllApart }

    /// An empty text without the XML declaration, to be appended to a document.
    package static func fragment(tellsAllApart: Bool = false) -> XMLText {
        var text = XMLText(tellsAllApart: tellsAllApart)
        text.bytes.removeAll()
        return text
    }

    /// The end tag of one element and the start tags of others, for what many elements have in common.
    package static func fragment(closing: XMLTag? = nil, opening: XMLTag...) -> XMLText {
        var text = fragment()
        if let closing { text.bytes += closing.closing }
        for tag in opening { text.bytes += tag.opening }
        return text
    }

    /// Makes room for so many more bytes.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Adds a fragment after the text.
    package mutating func append(_ fragment: XMLText) { bytes += fragment.bytes }

    /// Adds an element; the closure adds its content.
    /// - Parameter attributes: in this order.
    package mutating func element(_ name: String, attributes: [(name: String, value: String)] = [], _ content: (inout XMLText) -> Void) {
        bytes.append(UInt8(ascii: "<"))
        bytes += name.utf8
        for attribute in attributes {
            bytes += " \(attribute.name)=\"".utf8
            text(attribute.value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
        content(&self)
        bytes += "</".utf8
        bytes += name.utf8
        bytes.append(UInt8(ascii: ">"))
    }

    /// Adds an element; the closure adds its content. For documents with many elements of that name.
    package mutating func element(_ name: XMLTag, _ content: (inout XMLText) -> Void) {
        bytes += name.opening
        content(&self)
        bytes += name.closing
    }

    /// Adds an element with text; nothing when the text is nil.
    package mutating func element(_ name: String, _ text: String?) {
        guard let text else { return }
        element(name) { $0.text(text) }
    }

    /// Adds an element with a number.
    package mutating func element(_ name: String, _ number: Int) { element(name, String(number)) }
    /// Adds an element with a number. For documents with many elements of that name.
    package mutating func element(_ name: XMLTag, _ number: Int) { element(name) { $0.plainText(number) } }
    /// Adds an element with `true` or `false`.
    package mutating func element(_ name: String, _ flag: Bool) { element(name, flag ? "true" : "false") }

    /// Adds ASCII text without any character to escape: digits, dates.
    package mutating func plainText(_ ascii: Span<UInt8>) {
        bytes.append(addingCapacity: ascii.count) { output in
            for index in ascii.indices { output.append(ascii[index]) }
        }
    }

    /// Adds a number in decimal digits.
    package mutating func plainText(_ number: Int) {
        var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
        var (rest, start) = (number.magnitude, digits.count)
        repeat {
            start -= 1
            digits[start] &+= UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        plainText(digits.span.extracting(start...))
    }

    /// Adds text in UTF-8 with escapes, as the method below.
    package mutating func text(_ utf8: [UInt8]) {
        for byte in utf8 where byte >= 0x80 || Self.mayNeedEscape(byte) { return text(String(decoding: utf8, as: UTF8.self)) }
        bytes += utf8
    }

    /// Adds text with escapes.
    package mutating func text(_ text: String) {
        var isPlain = true
        for byte in text.utf8 where Self.mayNeedEscape(byte) { isPlain = false }
        guard !isPlain else {
            bytes += text.utf8
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\t", "\n", "\r", "\u{7F}": reference(scalar)
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}":
                if tellsAllApart { reference(scalar) } else { bytes += "\u{FFFD}".utf8 }
            default: bytes += UTF8.encode(scalar)!
            }
        }
    }

    private mutating func reference(_ scalar: Unicode.Scalar) { bytes += "&#x\(String(scalar.value, radix: 16));".utf8 }

    /// Whether a character with this byte may have to be changed. U+FFFE and U+FFFF begin with EF.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x7F, 0xEF: true
        default: false
        }
    }
}
