/// What the checksum of an object in parts is of.
package enum ChecksumType: String, Sendable, Hashable, CaseIterable {
    /// Of the checksums of its parts.
    case composite = "COMPOSITE"
    /// Of all its bytes.
    case fullObject = "FULL_OBJECT"

    /// Whether objects can have it with that algorithm.
    package func isPossible(with algorithm: ChecksumAlgorithm) -> Bool {
        switch self {
        case .composite: algorithm != .crc64nvme
        case .fullObject: algorithm.canBeCombined
        }
    }
}
