internal import HTTPMessage
internal import S3Dialect

/// What CompleteMultipartUpload says about the checksum of the whole object.
extension MultipartUpload {
    /// The algorithms that S3 got when it had checksums of whole objects already.
    private static let laterAlgorithms = ["md5", "sha512", "xxhash3", "xxhash64", "xxhash128"]

    /// For an upload that was begun without an algorithm, S3 looks at no checksum of its first algorithms, and refuses those of later ones.
    /// - Throws: InvalidRequest.
    func refuseLaterChecksum(of call: S3Call) throws(S3Error) {
        guard algorithm == nil else { return }
        for name in Self.laterAlgorithms where call.request.firstHeaderIndex("x-amz-checksum-\(name)") != nil {
            throw S3Error(
                .invalidRequest, "Checksum Type mismatch occurred, expected checksum Type: null, actual checksum Type: \(name)")
        }
    }

    /// - Parameters:
    ///   - announced: the checksum of the request; nil for none.
    ///   - announcedType: its type; nil if the request names none.
    ///   - new: the object that the parts make.
    /// - Throws: BadDigest.
    func check(_ announced: Checksum?, _ announcedType: String?, of new: NewObject) throws(S3Error) {
        guard let announced, let checksum = new.checksum else { return }
        // Another checksum than S3's own is not compared.
        if algorithm == nil, announced.algorithm != checksum.algorithm { return }
        // Without a type, S3 takes the checksum for a composite one wherever the algorithm has such.
        let isComposite = announcedType == nil && type == .fullObject && ChecksumType.composite.isPossible(with: checksum.algorithm)
        guard !isComposite, announced.means(checksum) else {
            throw S3Error(
                .badDigest, "The \(checksum.algorithm.rawValue.lowercased()) you specified did not match the calculated checksum.")
        }
    }
}
