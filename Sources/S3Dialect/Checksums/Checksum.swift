internal import Digest
internal import JSONDocument

/// The checksum of an object or a part.
package struct Checksum: Sendable, Hashable {
    /// The algorithm.
    package let algorithm: ChecksumAlgorithm
    /// The value: `algorithm.byteCount` bytes, the most significant first.
    package let bytes: [UInt8]
    /// The number of parts of a composite one; nil for that of all bytes.
    package let parts: Int?

    /// The checksum's type.
    package var type: ChecksumType { parts == nil ? .fullObject : .composite }

    /// The value in base64; `-N` follows for a composite one of N parts.
    package var text: String { Base64.encode(bytes) + (parts.map { "-\($0)" } ?? "") }

    init(_ algorithm: ChecksumAlgorithm, _ bytes: [UInt8], parts: Int? = nil) {
        self.algorithm = algorithm
        self.bytes = bytes
        self.parts = parts
    }

    /// Reads a value as fields and documents have it.
    /// - Returns: nil when it is no base64 of the right length, or a number of parts is none.
    package init?(_ algorithm: ChecksumAlgorithm, text: String) {
        let words = Array(text.utf8).split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let value = words.first, value.utf8.count == (algorithm.byteCount + 2) / 3 * 4, let bytes = Base64.decode(value.utf8),
            bytes.count == algorithm.byteCount, Base64.encode(bytes) == value
        else { return nil }
        var parts: Int?
        if words.count > 1 {
            guard let number = Int(words[1]), (1...PartList.limit).contains(number), String(number) == words[1] else { return nil }
            parts = number
        }
        self.init(algorithm, bytes, parts: parts)
    }

    /// Whether a client that announces this for an object means that checksum: some leave out the number of parts (minio-go, mc).
    package func means(_ computed: Checksum) -> Bool {
        algorithm == computed.algorithm && bytes == computed.bytes && (parts == nil || parts == computed.parts)
    }

    /// The checksum of these bytes.
    package static func of(_ bytes: [UInt8], _ algorithm: ChecksumAlgorithm) -> Checksum {
        var checksum = IncrementalChecksum(algorithm)
        checksum.update(bytes.span)
        return checksum.finish()
    }

    /// The checksum of an object that consists of parts.
    /// - Parameter parts: the checksums of its parts, with their lengths in bytes, in order.
    /// - Returns: nil without parts, and when their algorithm cannot have the type.
    package static func combined(_ parts: [(checksum: Checksum, count: Int)], _ type: ChecksumType) -> Checksum? {
        guard let algorithm = parts.first?.checksum.algorithm, parts.allSatisfy({ $0.checksum.algorithm == algorithm }),
            type.isPossible(with: algorithm)
        else { return nil }
        guard type == .fullObject, let code = algorithm.code else {
            let whole = of(parts.flatMap(\.checksum.bytes), algorithm)
            return Checksum(algorithm, whole.bytes, parts: parts.count)
        }
        let value = parts.reduce(0 as UInt64) { code.combined($0, code.value(of: $1.checksum.bytes), count: $1.count) }
        return Checksum(algorithm, code.bytes(of: value))
    }
}
