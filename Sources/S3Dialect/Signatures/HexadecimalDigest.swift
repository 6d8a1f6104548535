/// SHA-256 values and signatures as clients write them.
enum HexadecimalDigest {
    /// Whether these are 64 hexadecimal digits.
    static func isValid(_ text: Span<UInt8>) -> Bool {
        guard text.count == 64 else { return false }
        for index in text.indices {
            let byte = text[index]
            guard byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 else { return false }
        }
        return true
    }
}
