internal import HTTPMessage

/// The checksums that the server computes: all of S3's but the XXHash family.
package enum ChecksumAlgorithm: String, Sendable, Hashable, CaseIterable {
    case crc32 = "CRC32"
    case crc32c = "CRC32C"
    case crc64nvme = "CRC64NVME"
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"

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
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// Whether the checksums of parts give that of the whole object.
    package var canBeCombined: Bool { code != nil }

    /// The type of an object in parts that does not name one.
    package var usualType: ChecksumType { self == .crc64nvme ? .fullObject : .composite }

    /// Nil for the digests.
    var code: CyclicCode? {
        switch self {
        case .crc32: .crc32
        case .crc32c: .crc32c
        case .crc64nvme: .crc64nvme
        case .md5, .sha1, .sha256, .sha512: nil
        }
    }
}

/// Names of algorithms that the server does not have.
extension ChecksumAlgorithm {
    /// Those that S3 has nevertheless.
    private static let missing: Set<String> = ["XXHASH3", "XXHASH64", "XXHASH128"]
    /// Fields with the same beginning that bring no value.
    private static let otherFields: Set<String> = ["x-amz-checksum-algorithm", "x-amz-checksum-mode", "x-amz-checksum-type"]

    /// The algorithm of that name, in any case.
    /// - Parameter refusal: for a name that S3 does not know either.
    /// - Throws: NotImplemented, or the refusal.
    package init(name: String, else refusal: @autoclosure () -> S3Error) throws(S3Error) {
        if let known = Self.named(Array(name.utf8)[...]) {
            self = known
            return
        }
        let name = name.uppercased()
        if Self.missing.contains(name) { throw .notImplemented("the checksum \(name)") }
        throw refusal()
    }

    /// The algorithm of that name, in any case; nil for another name.
    private static func named(_ name: ArraySlice<UInt8>) -> ChecksumAlgorithm? {
        allCases.first { ASCII.equalsIgnoringCase(name, $0.rawValue.utf8) }
    }

    /// The algorithm whose value a field brings; nil for another field.
    /// - Parameter name: of the field, in any case.
    /// - Throws: NotImplemented; InvalidRequest for a value of an algorithm that S3 does not know. Ignoring it would store what nobody has
    ///   verified.
    static func of(field name: ArraySlice<UInt8>) throws(S3Error) -> ChecksumAlgorithm? {
        let prefix = fieldPrefix.utf8
        guard name.count > prefix.count, ASCII.equalsIgnoringCase(name.prefix(prefix.count), prefix) else { return nil }
        if let known = named(name.dropFirst(prefix.count)) { return known }
        let text = String(decoding: name, as: UTF8.self).lowercased()
        guard !otherFields.contains(text) else { return nil }
        return try ChecksumAlgorithm(
            name: String(text.dropFirst(prefix.count)),
            else: S3Error(.invalidRequest, "The algorithm type you specified in x-amz-checksum- header is invalid."))
    }
}
