package import HTTPMessage
internal import S3Dialect

/// Something that a request needs and that was never there.
package struct S3Absence: Sendable {
    /// What does not exist.
    package var sentence: String
    /// Whether the request only asks whether it exists: HEAD, as clients send it before they write.
    package var isProbe: Bool
}

extension S3Service {
    /// Which bucket or object of a request with a 404 does not exist.
    /// - Returns: nil when both exist, so that something of theirs is missing (a tag set, an upload), and when the session has removed what
    ///   is missing.
    package func absence(for request: Request, in session: S3Session) -> S3Absence? {
        let address = S3Address(request, baseDomains: settings.baseDomains)
        guard let name = address.bucket else { return nil }
        let isProbe = request.methodBytes.elementsEqual("HEAD".utf8)
        guard let bucket = BucketView(objects, session).existingBucket(name) else {
            guard !session.layer.snapshot.hasRemoved(name) else { return nil }
            return S3Absence(sentence: "S3 has no bucket \"\(name)\".", isProbe: isProbe)
        }
        let operation = S3OperationName(request, address)
        if operation == .copyObject || operation == .uploadPartCopy {
            return S3Absence(sentence: "The source of the copy does not exist.", isProbe: false)
        }
        // What is missing then is the upload.
        if request.queryItems.contains(where: { $0.name == "uploadId" }) { return nil }
        guard let bytes = address.key else { return nil }
        let key = ObjectKey(bytes)
        guard (try? bucket.current(key)) == nil, !bucket.layer.hasRemoved(key) else { return nil }
        return S3Absence(sentence: "The bucket \"\(name)\" has no object \"\(address.keyText)\".", isProbe: isProbe)
    }
}
