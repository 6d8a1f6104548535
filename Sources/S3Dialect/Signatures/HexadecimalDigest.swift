internal import HTTPMessage

/// SHA-256 values and signatures as clients write them.
enum HexadecimalDigest {
    /// Whether these are 64 hexadecimal digits.
    static func isValid(_ text: some Collection<UInt8>) -> Bool { text.count == 64 && text.allSatisfy { ASCII.hexValue($0) != nil } }
}
