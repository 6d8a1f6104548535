internal import HTTPMessage

/// SHA-256 values and signatures as clients write them.
enum HexadecimalDigest {
    /// Whether these are 64 hexadecimal digits.
    static func isValid(_ text: some Collection<UInt8>) -> Bool { text.count == 64 && text.allSatisfy { ASCII.hexValue($0) != nil } }

    /// Whether two texts are the same. It takes as long for a wrong one as for the right one.
    static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        let (left, right) = (Array(left), Array(right))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
