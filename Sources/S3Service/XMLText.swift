/// An XML document while it is written.
struct XMLText: Sendable {
    static let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"

    private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)

    init() {}

    /// A piece without the declaration, to be put into a document.
    static var fragment: XMLText {
        var text = XMLText()
        text.bytes.removeAll()
        return text
    }

    mutating func append(_ fragment: XMLText) { bytes += fragment.bytes }

    /// A document in S3's namespace.
    init(_ root: String, _ content: (inout XMLText) -> Void) { element(root, attributes: " xmlns=\"\(Self.namespace)\"", content) }

    mutating func element(_ name: String, attributes: String = "", _ content: (inout XMLText) -> Void) {
        bytes += "<\(name)\(attributes)>".utf8
        content(&self)
        bytes += "</\(name)>".utf8
    }

    /// An element with text; none when the text is nil.
    mutating func element(_ name: String, _ text: String?) {
        guard let text else { return }
        element(name) { $0.text(text) }
    }

    /// What no XML 1.0 document may hold, not even as a reference, becomes U+FFFD: clients must be able to read the rest.
    mutating func text(_ text: String) {
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

    mutating func element(_ name: String, _ number: Int) { element(name, String(number)) }
    mutating func element(_ name: String, _ flag: Bool) { element(name, flag ? "true" : "false") }
}
