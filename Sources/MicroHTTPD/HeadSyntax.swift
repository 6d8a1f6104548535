internal import HTTPMessage

/// The syntax of heads. Runs for every request.
enum HeadSyntax {
    /// Whether it is this word, in any case.
    /// - Parameter word: in lower case.
    @inline(__always)
    static func says(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count where unsafe ASCII.lowercased(bytes[index]) != word.utf8Start[index] { return false }
        return true
    }

    /// Whether all characters are visible; those beyond ASCII are.
    static func isTarget(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F } }

    /// Whether a target has a form that its method allows (RFC 9112, section 3.2): a path, an absolute URL, `*` with OPTIONS, or host and
    /// port with CONNECT.
    static func hasLegalForm(_ target: [UInt8], isConnect: Bool, isOptions: Bool) -> Bool {
        if target.first == UInt8(ascii: "/") || isConnect { return true }
        if isOptions, target.count == 1, target[0] == UInt8(ascii: "*") { return true }
        let scheme = target.prefix { byte in
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
        }
        return !scheme.isEmpty && target[scheme.endIndex...].starts(with: "://".utf8)
    }

    /// Whether an absolute URL names a host as a Host field does. That of an HTTP URL must not be empty (RFC 9110, section 4.2.1).
    /// - Parameter authority: of such a URL; nil for other targets, and where nothing stands in its place.
    static func hasLegalHost(_ target: [UInt8], authority: String?) -> Bool {
        guard let authority else {
            return !["http://", "https://"].contains { ASCII.equalsIgnoringCase(target.prefix($0.utf8.count), $0.utf8) }
        }
        let host = Array(authority.utf8)
        return host.first != UInt8(ascii: ":") && isHost(host[...])
    }

    /// Whether it is a name or address with an optional port, or empty (RFC 3986, section 3.2.2). Names beyond ASCII are accepted.
    static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), isIPv6(bytes[(index + 1)..<end]) else { return false }
            index = end + 1
        } else {
            var before: UInt8 = 0
            while index < bytes.endIndex, bytes[index] != UInt8(ascii: ":") {
                let byte = bytes[index]
                guard isNameByte(byte), byte != UInt8(ascii: ".") || byte != before else { return false }
                before = byte
                index += 1
            }
        }
        guard index < bytes.endIndex else { return true }
        return bytes[index] == UInt8(ascii: ":") && bytes[(index + 1)...].allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    /// The characters of a name: `unreserved`, `sub-delims` and `%` in RFC 3986, and those beyond ASCII.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-")...UInt8(ascii: "."),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "_~%!$&'()*+,;=".utf8.contains(byte)
        }
    }

    /// Whether it is an IPv6 address, perhaps with a zone behind a `%` (RFC 6874).
    private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        let address = bytes.prefix { $0 != UInt8(ascii: "%") }
        let isColon: (UInt8) -> Bool = { $0 == UInt8(ascii: ":") }
        let gaps = zip(address, address.dropFirst()).count { isColon($0) && isColon($1) }
        return address.count(where: isColon) >= 2 && gaps <= 1
            && address.allSatisfy { isColon($0) || $0 == UInt8(ascii: ".") || ASCII.hexValue($0) != nil }
            && bytes[address.endIndex...].allSatisfy { isColon($0) || isNameByte($0) }
    }
}
