/// An XML document while it is written.
package struct XMLText: Sendable {
    package private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)

    package init() {}

    /// A piece without the declaration, to be put into a document.
    package static var fragment: XMLText {
        var text = XMLText()
        text.bytes.removeAll()
        return text
    }

    package mutating func append(_ fragment: XMLText) { bytes += fragment.bytes }

    /// - Parameter attributes: in this order.
    package mutating func element(_ name: String, attributes: [(name: String, value: String)] = [], _ content: (inout XMLText) -> Void) {
        bytes += "<\(name)".utf8
        for attribute in attributes {
            bytes += " \(attribute.name)=\"".utf8
            text(attribute.value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
        content(&self)
        bytes += "</\(name)>".utf8
    }

    /// An element with text; none when the text is nil.
    package mutating func element(_ name: String, _ text: String?) {
        guard let text else { return }
        element(name) { $0.text(text) }
    }

    package mutating func element(_ name: String, _ number: Int) { element(name, String(number)) }
    package mutating func element(_ name: String, _ flag: Bool) { element(name, flag ? "true" : "false") }

    /// What no XML 1.0 document may hold, not even as a reference, becomes U+FFFD: readers must be able to read the rest.
    package mutating func text(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\t", "\n", "\r", "\u{7F}": bytes += "&#x\(String(scalar.value, radix: 16));".utf8
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
            default: bytes += UTF8.encode(scalar)!
            }
        }
    }
}
