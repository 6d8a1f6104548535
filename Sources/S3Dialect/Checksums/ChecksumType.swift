/// What the checksum of an object in parts is of.
package enum ChecksumType: String, Sendable, Hashable, CaseIterable {
    /// Of the checksums of its parts.
    case composite = "COMPOSITE"
    /// Of all its bytes.
    case fullObject = "FULL_OBJECT"

    /// - Parameter field: the value of `x-amz-checksum-type`, in any case.
    /// - Throws: InvalidRequest for a type that S3 does not have.
    package init(field: String) throws(S3Error) {
        guard let type = Self(rawValue: field.uppercased()) else {
            throw S3Error(.invalidRequest, "Value for x-amz-checksum-type header is invalid.")
        }
        self = type
    }

    /// Whether objects can have it with that algorithm.
    package func isPossible(with algorithm: ChecksumAlgorithm) -> Bool {
        switch self {
        case .composite: algorithm != .crc64nvme
        case .fullObject: algorithm.canBeCombined
        }
    }
}
