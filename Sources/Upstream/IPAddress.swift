/// An IPv4 or IPv6 address. An IPv4 address inside IPv6 (`::ffff:127.0.0.1`) is the IPv4 address.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16, in network order.
    package let bytes: [UInt8]

    /// Nil unless there are 4 or 16 bytes.
    package init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16: self.bytes = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) ? Array(bytes[12...]) : bytes
        default: return nil
        }
    }

    /// Reads `127.0.0.1` (four decimal numbers, nothing shorter) or `fe80::1`.
    package init?(_ text: String) {
        guard let bytes = text.contains(":") ? Self.version6(text[...]) : Self.version4(text[...]) else { return nil }
        self.init(bytes: bytes)
    }

    package var description: String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        // The longest run of zeros is left out (RFC 5952).
        var best = 0..<0
        var start = 0
        for index in 0...8 where index == 8 || groups[index] != 0 {
            if index - start > max(best.count, 1) { best = start..<index }
            start = index + 1
        }
        let texts = groups.map { String($0, radix: 16) }
        if best.isEmpty { return texts.joined(separator: ":") }
        return texts[..<best.lowerBound].joined(separator: ":") + "::" + texts[best.upperBound...].joined(separator: ":")
    }

    /// Whether it is 127.0.0.0/8 or ::1.
    package var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1] }

    /// Where a connection to this address arrives: the system connects to 0.0.0.0/8 and `::` on this machine, as to 127.0.0.1 and ::1.
    package var destination: IPAddress {
        if bytes.count == 4 { return bytes[0] == 0 ? Self.loopback4 : self }
        return bytes.allSatisfy { $0 == 0 } ? Self.loopback6 : self
    }

    private static let loopback4 = IPAddress(known: [127, 0, 0, 1])
    private static let loopback6 = IPAddress(known: Array(repeating: 0, count: 15) + [1])

    private init(known bytes: [UInt8]) { self.bytes = bytes }

    /// 169.254.0.0/16 and fe80::/10, where clouds have their metadata service.
    package var isLinkLocal: Bool {
        bytes.count == 4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = pieces.compactMap { piece in piece.utf8.allSatisfy { $0 &- 0x30 < 10 } && piece.count <= 3 ? UInt8(piece) : nil }
        return pieces.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func version6(_ text: Substring) -> [UInt8]? {
        func groups(_ text: Substring) -> [UInt8]? {
            if text.isEmpty { return [] }
            var bytes: [UInt8] = []
            let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                if piece.contains("."), index == pieces.count - 1 {
                    guard let tail = version4(piece) else { return nil }
                    bytes += tail
                } else {
                    guard (1...4).contains(piece.count), piece.allSatisfy(\.isHexDigit), let value = UInt16(piece, radix: 16) else {
                        return nil
                    }
                    bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
                }
            }
            return bytes
        }
        let text = text.prefix { $0 != "%" }
        guard let gap = text.firstRange(of: "::") else {
            let bytes = groups(text)
            return bytes?.count == 16 ? bytes : nil
        }
        // An IPv4 address can only be at the end.
        let beginning = text[..<gap.lowerBound]
        guard !beginning.contains("."), let front = groups(beginning), let back = groups(text[gap.upperBound...]),
            front.count + back.count <= 14
        else { return nil }
        return front + Array(repeating: 0, count: 16 - front.count - back.count) + back
    }
}
