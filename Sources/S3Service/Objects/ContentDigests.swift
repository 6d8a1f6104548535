internal import Digest
internal import S3Dialect

/// The digests of a content that is already stored: of a copy.
struct ContentDigests: Sendable {
    let md5: [UInt8]
    let checksum: Checksum?

    /// Reads the whole content, which takes time.
    /// - Parameter algorithm: of the checksum; nil for none.
    init(_ content: ObjectContent, _ algorithm: ChecksumAlgorithm?) throws(S3Error) {
        var md5 = IncrementalDigest(.md5)
        if let algorithm {
            var checksum = IncrementalChecksum(algorithm)
            try content.forEachPiece { piece in
                md5.update(piece)
                checksum.update(piece.span)
            }
            self.checksum = checksum.finish()
        } else {
            try content.forEachPiece { md5.update($0) }
            checksum = nil
        }
        self.md5 = md5.finish().bytes
    }
}
