internal import FileStore
internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

extension ListingText {
    /// The element of one object.
    func object(
        _ name: String, _ entry: ObjectStore.Entry, _ objects: ObjectStore, _ xml: inout XMLText, hasOwner: Bool,
        isVersion: Bool = false, _ call: S3Call
    ) throws(S3Error) {
        guard let file = objects.file(of: entry) else { return }
        let digest = try objects.digest(of: file, call)
        xml.element(name) { xml in
            xml.element("Key", self(entry.key))
            if isVersion {
                xml.element("VersionId", "null")
                xml.element("IsLatest", true)
            }
            xml.element("LastModified", CivilTime(secondsSinceEpoch: file.lastModified.secondsSinceEpoch).iso8601Milliseconds)
            xml.element("ETag", "\"\(digest)\"")
            xml.element("Size", file.size)
            if hasOwner { xml.owner() }
            xml.element("StorageClass", "STANDARD")
        }
    }
}
