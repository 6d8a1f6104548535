/// Compares signatures, tokens and passwords.
package enum SecretComparison {
    /// Whether two texts are the same. It takes as long for a wrong one as for the right one, so that the time tells nothing about it.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
