/// Identifies a value in a JSON text (RFC 6901).
package struct JSONPointer: Sendable, Hashable {
    /// Names and indices from the root, unescaped. Empty for the root.
    package var tokens: [String]

    package init(tokens: [String]) { self.tokens = tokens }

    /// Nil unless the text is empty or begins with a slash, with 0 or 1 after every `~`.
    package init?(_ text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        tokens = []
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = Self.unescape(part) else { return nil }
            tokens.append(token)
        }
    }

    /// The pointer in RFC 6901's form, with escapes.
    package var text: String { tokens.map { "/" + Self.escape($0) }.joined() }

    /// The value at the pointer; nil if there is none. An index with leading zeros does not match.
    package func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for token in tokens {
            switch value {
            case .object(let object):
                guard let member = object[token] else { return nil }
                value = member
            case .array(let values):
                guard let index = Int(token), String(index) == token, values.indices.contains(index) else { return nil }
                value = values[index]
            default: return nil
            }
        }
        return value
    }

    /// A name as a reference token: `~` as `~0`, `/` as `~1`.
    package static func escape(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += "~0".utf8
            case UInt8(ascii: "/"): bytes += "~1".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescape(_ token: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = token[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
