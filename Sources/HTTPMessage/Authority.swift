/// Host and port as a Host field or a URL writes them: `localhost:8080`, `[::1]:8080` (RFC 9110, section 7.2).
package struct Authority: Sendable, Hashable {
    /// As written: an IPv6 literal keeps its brackets.
    package var host: String
    /// Nil when no port is written.
    package var port: Int?

    /// Never fails. If the text after the last colon is not a number, or the text is an IPv6 address without brackets, all of it is the
    /// host.
    package init(_ text: some StringProtocol) {
        let bytes = Substring(text).utf8
        host = String(text)
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { return }
        let front = bytes[..<colon]
        let digits = bytes[bytes.index(after: colon)...]
        let isBareIPv6 = front.contains(UInt8(ascii: ":")) && front.last != UInt8(ascii: "]")
        guard !isBareIPv6, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return }
        port = Int(Substring(digits))
        if port != nil || digits.isEmpty { host = String(Substring(front)) }
    }

    /// The host without the brackets of an IPv6 literal.
    package var address: String { host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host }
}
