internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

extension XMLText {
    /// The element of one object in a listing.
    mutating func object(_ name: String, _ key: String, _ version: ListedVersion, hasOwner: Bool, isLatest: Bool? = nil) {
        element(name) { xml in
            xml.element("Key", key)
            if let isLatest {
                xml.element("VersionId", version.id.text)
                xml.element("IsLatest", isLatest)
            }
            xml.date("LastModified", version.lastModified)
            if let tag = version.entityTag {
                xml.element("ETag") { xml in
                    xml.text("\"")
                    xml.text(tag)
                    xml.text("\"")
                }
                if let checksum = version.checksum {
                    xml.element("ChecksumAlgorithm", checksum.algorithm.rawValue)
                    xml.element("ChecksumType", checksum.type.rawValue)
                }
                xml.element("Size", version.size)
            }
            if hasOwner { xml.owner() }
            if version.entityTag != nil { xml.element("StorageClass", version.storageClass) }
        }
    }

    /// All buckets and objects have the same owner.
    mutating func owner(_ name: String = "Owner", attributes: [(name: String, value: String)] = []) {
        element(name, attributes: attributes) { xml in
            xml.element("ID", Owner.id)
            xml.element("DisplayName", Owner.name)
        }
    }

    /// A time as S3's documents have it.
    mutating func date(_ name: String, _ date: HTTPDate) {
        element(name, CivilTime(secondsSinceEpoch: date.secondsSinceEpoch).iso8601Milliseconds)
    }
}

/// The owner of all buckets and objects.
enum Owner {
    /// 64 hexadecimal digits.
    static let id = "75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a"
    static let name = "understudy"
}
