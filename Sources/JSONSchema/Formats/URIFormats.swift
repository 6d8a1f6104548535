internal import JSONDocument

/// RFC 3986, RFC 3987 (non-ASCII letters too) and RFC 6570.
extension JSONSchemaFormat {
    static let uris = [
        JSONSchemaFormat("uri") { isURI($0, isInternational: false) && URIReference($0).scheme != nil },
        JSONSchemaFormat("uri-reference") { isURI($0, isInternational: false) },
        JSONSchemaFormat("iri") { isURI($0, isInternational: true) && URIReference($0).scheme != nil },
        JSONSchemaFormat("iri-reference") { isURI($0, isInternational: true) },
        JSONSchemaFormat("uri-template") { isTemplate(Array($0.utf8)) },
    ]

    private static func isURI(_ text: String, isInternational: Bool) -> Bool {
        func hasOnly(_ text: String?, _ further: String) -> Bool {
            let bytes = Array((text ?? "").utf8)
            return bytes.indices.allSatisfy { index in
                let byte = bytes[index]
                if byte == UInt8(ascii: "%") {
                    return index + 2 < bytes.count && bytes[index + 1].isASCIIHexDigit && bytes[index + 2].isASCIIHexDigit
                }
                return byte.isASCIILetterOrDigit || "-._~!$&'()*+,;=".utf8.contains(byte) || further.utf8.contains(byte)
                    || (isInternational && byte >= 0x80)
            }
        }
        let uri = URIReference(text)
        if let scheme = uri.scheme {
            guard scheme.utf8.first?.isASCIILetter == true,
                scheme.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) })
            else { return false }
        } else if uri.authority == nil, uri.path.utf8.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) {
            return false
        }
        if var authority = uri.authority?.utf8[...] {
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                guard hasOnly(String(Substring(authority[..<at])), ":") else { return false }
                authority = authority[authority.index(after: at)...]
            }
            if authority.first == UInt8(ascii: "[") {
                guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
                let literal = Array(authority[..<end].dropFirst())
                guard isIPv6(literal[...]) || isFutureAddress(literal) else { return false }
                authority = authority[authority.index(after: end)...]
                guard authority.isEmpty || authority.first == UInt8(ascii: ":") else { return false }
            }
            let port = authority.firstIndex(of: UInt8(ascii: ":")).map { authority[$0...].dropFirst() }
            let host = authority.prefix { $0 != UInt8(ascii: ":") }
            guard hasOnly(String(Substring(host)), ""), port?.allSatisfy(\.isASCIIDigit) ?? true else { return false }
        }
        return hasOnly(uri.path, ":@/") && hasOnly(uri.query, ":@/?") && hasOnly(uri.fragment, ":@/?")
    }

    /// `v1.anything`
    private static func isFutureAddress(_ bytes: [UInt8]) -> Bool {
        guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "v"), let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return dot > 1 && bytes[1..<dot].allSatisfy(\.isASCIIHexDigit) && dot < bytes.count - 1
    }

    private static func isTemplate(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "{"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")), isExpression(rest[..<end]) else { return false }
                rest = rest[(end + 1)...]
            case UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
                UInt8(ascii: "`"), UInt8(ascii: "|"), 0...0x20, 0x7F:
                return false
            case UInt8(ascii: "%"):
                guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isASCIIHexDigit) else { return false }
            default: break
            }
        }
        return true
    }

    private static func isExpression(_ bytes: ArraySlice<UInt8>) -> Bool {
        var bytes = bytes
        if let first = bytes.first, "+#./;?&=,!@|".utf8.contains(first) { bytes = bytes.dropFirst() }
        return bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy { variable in
            var name = variable
            if name.last == UInt8(ascii: "*") { name = name.dropLast() }
            if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
                let length = name[(colon + 1)...]
                guard (1...4).contains(length.count), length.allSatisfy(\.isASCIIDigit), length.first != UInt8(ascii: "0") else {
                    return false
                }
                name = name[..<colon]
            }
            return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.isASCIILetterOrDigit || "_%".utf8.contains($0) }
            }
        }
    }
}
