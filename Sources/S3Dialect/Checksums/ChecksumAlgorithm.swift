internal import HTTPMessage

/// The checksums that S3 knows.
package enum ChecksumAlgorithm: String, Sendable, Hashable, CaseIterable {
    case crc32 = "CRC32"
    case crc32c = "CRC32C"
    case crc64nvme = "CRC64NVME"
    case sha1 = "SHA1"
    case sha256 = "SHA256"

    /// The name of the field with its value: `x-amz-checksum-crc32`.
    package var field: String { Self.fieldPrefix + rawValue.lowercased() }

    private static let fieldPrefix = "x-amz-checksum-"

    /// The name of the element with its value: `ChecksumCRC32`.
    package var element: String { "Checksum\(rawValue)" }

    /// Length of a value in bytes.
    package var byteCount: Int {
        switch self {
        case .crc32, .crc32c: 4
        case .crc64nvme: 8
        case .sha1: 20
        case .sha256: 32
        }
    }

    /// Whether the checksums of parts give that of the whole object.
    package var canBeCombined: Bool { code != nil }

    /// The type of an object in parts that does not name one.
    package var usualType: ChecksumType { self == .crc64nvme ? .fullObject : .composite }

    /// - Parameter field: the name of a field, such as `x-amz-checksum-crc32`, in any case. Nil for another field.
    package init?(field: String) { self.init(field: Array(field.utf8)[...]) }

    /// The same.
    init?(field: ArraySlice<UInt8>) {
        guard ASCII.equalsIgnoringCase(field.prefix(Self.fieldPrefix.utf8.count), Self.fieldPrefix.utf8) else { return nil }
        self.init(rawValue: String(decoding: field.dropFirst(Self.fieldPrefix.utf8.count), as: UTF8.self).uppercased())
    }

    /// Nil for the digests.
    var code: CyclicCode? {
        switch self {
        case .crc32: .crc32
        case .crc32c: .crc32c
        case .crc64nvme: .crc64nvme
        case .sha1, .sha256: nil
        }
    }
}
