internal import Digest
internal import S3Dialect

/// The digests of a content that is already stored: of a copy. Each reads the whole content, which takes time.
enum ContentDigests {
    /// Its MD5 and its checksum.
    static func both(of content: ObjectContent, _ algorithm: ChecksumAlgorithm) throws(S3Error) -> (md5: [UInt8], checksum: Checksum) {
        var md5 = IncrementalDigest(.md5)
        var checksum = IncrementalChecksum(algorithm)
        try content.forEachPiece { piece in
            md5.update(piece)
            checksum.update(piece.span)
        }
        return (md5.finish().bytes, checksum.finish())
    }

    /// Its checksum.
    static func checksum(of content: ObjectContent, _ algorithm: ChecksumAlgorithm) throws(S3Error) -> Checksum {
        var checksum = IncrementalChecksum(algorithm)
        try content.forEachPiece { checksum.update($0.span) }
        return checksum.finish()
    }
}
