internal import HTTPMessage

/// One version of an object in a session, or a mark that it was deleted.
struct ObjectVersion: Sendable {
    let id: VersionID
    let lastModified: HTTPDate
    /// Nil for a delete marker.
    let object: StoredObject?

    init(_ object: StoredObject) {
        id = object.version
        lastModified = object.head.lastModified
        self.object = object
    }

    /// A delete marker.
    init(markerAt lastModified: HTTPDate, id: VersionID) {
        self.id = id
        self.lastModified = lastModified
        object = nil
    }
}
