internal import HTTPMessage

/// `{{urlEncode text [decode=true] [encoding='utf-8']}}`, also as a block: as an HTML form encodes it.
struct URLEncodeHelper: TemplateHelper {
    let names = ["urlEncode"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let text = try call.blockOrSubjectText()
        let charset = try TextEncoding.named(call.has("encoding") ? call.option("encoding").printed : "utf-8")
        if call.isSet("decode") { return .text(charset.decode(PercentCoding.decode(Array(text.utf8), plusIsSpace: true))) }
        let encoded = PercentCoding.encode(charset.encode(text), keeping: "* ")
        return .text(
            encoded.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "%7E").split(
                separator: " ", omittingEmptySubsequences: false
            ).joined(separator: "+"))
    }
}

/// The text encodings that helpers know.
enum TextEncoding {
    case utf8, latin1

    static func named(_ name: String) throws(TemplateError) -> TextEncoding {
        switch name.lowercased() {
        case "utf-8", "utf8": .utf8
        case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252": .latin1
        default: throw .failure("unsupported encoding \"\(name)\"")
        }
    }

    /// What Latin 1 lacks becomes a question mark.
    func encode(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: Array(text.utf8)
        case .latin1: text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?") }
        }
    }

    func decode(_ bytes: [UInt8]) -> String {
        switch self {
        case .utf8: String(decoding: bytes, as: UTF8.self)
        case .latin1: bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
        }
    }
}
