internal import Digest
internal import JSONDocument

/// What is computed of an object while it arrives, and compared at the end with what the client sent. For one thread at a time.
package struct UploadDigests: ~Copyable {
    /// What was computed.
    package struct Result: Sendable, Hashable {
        /// Of the object: its entity tag.
        package let md5: [UInt8]
        /// Of the object.
        package let sha256: [UInt8]
        /// In the algorithm of the client; else in S3's own.
        package let checksum: Checksum
    }

    private let head: UploadHead
    private var md5 = IncrementalDigest(.md5)
    private var sha256 = IncrementalDigest(.sha256)
    private var checksum: IncrementalChecksum
    private var count = 0

    /// - Parameter head: says what to compare. The checksum is CRC64NVME when the client sends none.
    package init(_ head: UploadHead) {
        self.head = head
        checksum = IncrementalChecksum(head.algorithm ?? .crc64nvme)
    }

    /// Adds the next bytes of the object.
    package mutating func update(_ bytes: Span<UInt8>) {
        count += bytes.count
        md5.update(bytes)
        sha256.update(bytes)
        checksum.update(bytes)
    }

    /// Compares what was computed with what the client sent. The body is over.
    /// - Parameter trailer: the checksum that a trailer brought.
    /// - Throws: IncompleteBody, BadDigest, XAmzContentSHA256Mismatch.
    package mutating func finish(trailer: Checksum? = nil) throws(S3Error) -> Result {
        if let length = head.length, length != count {
            throw S3Error(.incompleteBody, nil, [("NumberBytesExpected", String(length)), ("NumberBytesProvided", String(count))])
        }
        let digest = sha256.finish()
        let result = Result(md5: md5.finish().bytes, sha256: digest.bytes, checksum: checksum.finish())
        if case .digest(let expected) = head.form, digest.hex != expected {
            throw .contentMismatch(expected, computed: digest.hex)
        }
        if let expected = head.md5, expected != result.md5 {
            throw S3Error(.badDigest, nil, [("ExpectedDigest", Base64.encode(expected)), ("CalculatedDigest", Base64.encode(result.md5))])
        }
        if let expected = head.checksum ?? trailer, expected != result.checksum {
            throw S3Error(.badDigest, "The \(expected.algorithm.rawValue) you specified did not match the calculated checksum.")
        }
        return result
    }
}
