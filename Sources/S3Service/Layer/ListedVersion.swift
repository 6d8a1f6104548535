internal import HTTPMessage
internal import S3Dialect

/// What a listing says about a version of an object.
struct ListedVersion: Sendable {
    let id: VersionID
    /// See `ObjectVersion`.
    let number: Int
    let lastModified: HTTPDate
    /// Nil for a delete marker.
    let entityTag: ListedTag?
    /// Length in bytes.
    let size: Int
    let storageClass: String
    /// The algorithm and the type of its checksum; nil without one.
    let checksum: Checksum?

    init(_ version: ObjectVersion) {
        id = version.id
        number = version.number
        lastModified = version.lastModified
        entityTag = (version.object?.head.entityTag).map { .tag($0) }
        size = version.object?.size ?? 0
        storageClass = version.object?.head.description.storageClass ?? ObjectDescription.standardClass
        checksum = version.object?.head.checksum
    }

    /// A file of the folder.
    init(_ file: FolderLayer.Listed) {
        id = .null
        number = 0
        lastModified = file.lastModified
        entityTag = file.entityTag
        size = file.size
        storageClass = ObjectDescription.standardClass
        checksum = nil
    }

    var isDeleteMarker: Bool { entityTag == nil }
}

/// An entity tag in a listing.
enum ListedTag: Sendable {
    case tag(EntityTag)
    /// Of a file in the folder: a strong tag.
    case digest(DigestTable.Digest)
}
