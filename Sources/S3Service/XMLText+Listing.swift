internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

extension XMLText {
    /// All buckets and objects have the same owner.
    mutating func owner(_ name: String = "Owner", attributes: [(name: String, value: String)] = []) {
        element(name, attributes: attributes) { xml in
            xml.element("ID", Owner.id)
            xml.element("DisplayName", Owner.name)
        }
    }

    /// The checksum of a whole object, with its type; nothing without one.
    mutating func checksum(_ checksum: Checksum?) {
        guard let checksum else { return }
        element(checksum.algorithm.element, checksum.text)
        element("ChecksumType", checksum.type.rawValue)
    }

    /// A time as S3's documents have it.
    mutating func date(_ name: String, _ date: HTTPDate) {
        element(name, CivilTime(secondsSinceEpoch: date.secondsSinceEpoch).iso8601Milliseconds)
    }
}

/// The names of which a listing has one for each object.
extension XMLTag {
    static let contents = XMLTag("Contents")
    static let version = XMLTag("Version")
    static let deleteMarker = XMLTag("DeleteMarker")
    static let key = XMLTag("Key")
    static let lastModified = XMLTag("LastModified")
    /// With quotes around its content.
    static let entityTag = XMLTag("ETag", around: "&quot;")
    static let size = XMLTag("Size")
    static let storageClass = XMLTag("StorageClass")
}

/// The owner of all buckets and objects.
enum Owner {
    /// 64 hexadecimal digits.
    static let id = "75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a"
    static let name = "understudy"
}
