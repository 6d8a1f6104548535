internal import XMLDocument
internal import FileStore
internal import HTTPMessage

/// Writes keys in a listing: unchanged, or percent-encoded for `encoding-type=url`.
struct ListingText {
    let isEncoded: Bool

    /// - Throws: InvalidArgument for another encoding.
    init(_ call: S3Call) throws(S3Error) {
        let encoding = call.parameter("encoding-type")
        guard encoding == nil || encoding == "" || encoding == "url" else {
            throw .invalidArgument("Invalid Encoding Method specified in Request", "encoding-type", encoding ?? "")
        }
        isEncoded = encoding == "url"
    }

    func callAsFunction(_ key: String) -> String { isEncoded ? PercentCoding.encode(key.utf8, keeping: "/") : key }

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

    func commonPrefixes(_ prefixes: [String], _ xml: inout XMLText) {
        for prefix in prefixes { xml.element("CommonPrefixes") { $0.element("Prefix", self(prefix)) } }
    }
}
