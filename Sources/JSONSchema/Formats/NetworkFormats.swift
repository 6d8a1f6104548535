internal import JSONDocument

extension JSONSchemaFormat {
    static let networks = [
        JSONSchemaFormat("email") { isMailbox($0, isInternational: false) },
        JSONSchemaFormat("idn-email") { isMailbox($0, isInternational: true) },
        JSONSchemaFormat("hostname") { isHostName($0, isInternational: false) },
        JSONSchemaFormat("idn-hostname") { isHostName($0, isInternational: true) },
        JSONSchemaFormat("ipv4") { isIPv4(Array($0.utf8)[...]) },
        JSONSchemaFormat("ipv6") { isIPv6(Array($0.utf8)[...]) },
    ]

    /// RFC 5321, section 4.1.2, and RFC 6531.
    private static func isMailbox(_ text: String, isInternational: Bool) -> Bool {
        let bytes = Array(text.utf8)
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else { return false }
        return isLocalPart(bytes[..<at], isInternational) && isMailDomain(bytes[(at + 1)...], isInternational)
    }

    private static func isLocalPart(_ bytes: ArraySlice<UInt8>, _ isInternational: Bool) -> Bool {
        if bytes.first == UInt8(ascii: "\"") {
            guard bytes.count > 1, bytes.last == UInt8(ascii: "\"") else { return false }
            var isEscaped = false
            for byte in bytes.dropFirst().dropLast() {
                guard byte >= 0x20, byte != 0x7F, isInternational || byte < 0x80 else { return false }
                if !isEscaped, byte == UInt8(ascii: "\"") { return false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            }
            return !isEscaped
        }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty
                && atom.allSatisfy { $0.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) || (isInternational && $0 >= 0x80) }
        }
    }

    private static func isMailDomain(_ bytes: ArraySlice<UInt8>, _ isInternational: Bool) -> Bool {
        if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
            let literal = bytes.dropFirst().dropLast()
            if literal.starts(with: "IPv6:".utf8) { return isIPv6(literal.dropFirst(5)) }
            return isIPv4(literal)
        }
        return isHostName(String(decoding: bytes, as: UTF8.self), isInternational: isInternational)
    }

    /// RFC 1123, section 2.1; the international form is checked for lengths and characters, not against the tables of RFC 5892.
    static func isHostName(_ text: String, isInternational: Bool) -> Bool {
        var text = text
        if isInternational {
            // Other characters that count as a full stop.
            text = String(
                String.UnicodeScalarView(text.unicodeScalars.map { "\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0) ? "." : $0 }))
        }
        guard (1...253).contains(text.utf8.count) else { return false }
        return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-") else { return false }
            return label.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || (isInternational && $0 >= 0x80) }
        }
    }

    /// RFC 2673, section 3.2.
    static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy({ $0.isASCIIDigit }), part.count == 1 || part.first != UInt8(ascii: "0")
                else { return false }
                return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } < 256
            }
    }

    /// RFC 4291, section 2.2.
    static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        let colon = UInt8(ascii: ":")
        guard let gap = bytes.indices.dropLast().first(where: { bytes[$0] == colon && bytes[$0 + 1] == colon }) else {
            return groups(bytes) == 8
        }
        // Either side of the gap may be empty.
        let sides = [bytes[..<gap], bytes[(gap + 2)...]].map { $0.isEmpty ? 0 : groups($0) }
        guard let left = sides[0], let right = sides[1] else { return false }
        return left + right < 8 && !bytes[..<gap].contains(UInt8(ascii: "."))
    }

    /// The number of 16-bit groups; an IPv4 address at the end counts as two. Nil if a group is invalid.
    private static func groups(_ bytes: ArraySlice<UInt8>) -> Int? {
        var groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = groups.count
        if let last = groups.last, last.contains(UInt8(ascii: ".")) {
            guard isIPv4(last) else { return nil }
            groups.removeLast()
            count += 1
        }
        return groups.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isASCIIHexDigit) } ? count : nil
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
    var isASCIIHexDigit: Bool { isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
