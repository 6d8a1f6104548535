internal import Digest
internal import HTTPMessage
internal import S3Dialect

/// An object that is about to be written.
struct NewObject: Sendable {
    var description: ObjectDescription
    var content: ObjectContent
    /// Without quotes.
    var entityTag: String
    var checksum: Checksum?
    var parts: [ObjectPart] = []

    /// As the version of that name.
    func stored(at date: HTTPDate, _ version: VersionID, in bucket: BucketLayer) -> StoredObject {
        let head = ObjectHead(
            description, entityTag: entityTag, lastModified: date, size: content.size, checksum: checksum, parts: parts,
            version: bucket.versioning == nil ? nil : version)
        return StoredObject(head: head, content: content, version: version)
    }
}

extension NewObject {
    /// A copy in one part. Reads the whole content if it has other digests in one part, or no checksum.
    /// - Parameters:
    ///   - content: that of the object, as the copy keeps it.
    ///   - algorithm: of its checksum; nil for that of the original, or S3's own if that has none.
    init(
        copying object: StoredObject, _ content: ObjectContent, _ description: ObjectDescription, _ algorithm: ChecksumAlgorithm?
    ) throws(S3Error) {
        let head = object.head
        let wanted = algorithm ?? head.checksum?.algorithm ?? MultipartUpload.usualAlgorithm
        if head.parts.isEmpty, wanted == head.checksum?.algorithm {
            self.init(description: description, content: content, entityTag: head.contentTag, checksum: head.checksum)
        } else {
            let (md5, checksum) = try ContentDigests.both(of: content, wanted)
            self.init(description: description, content: content, entityTag: Hexadecimal.text(md5), checksum: checksum)
        }
    }
}
