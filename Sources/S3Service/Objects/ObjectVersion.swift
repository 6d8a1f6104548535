internal import HTTPMessage

/// One version of an object in a session, or a mark that it was deleted.
struct ObjectVersion: Sendable {
    let id: VersionID
    /// That of the change that made it: newer versions of the bucket have greater ones. 0 for what was the folder's file.
    let number: Int
    let lastModified: HTTPDate
    /// Nil for a delete marker.
    let object: StoredObject?
    /// The room that it takes beside its content; nil for what was the folder's file.
    let room: StorageCharge?

    init(_ object: StoredObject, number: Int, _ room: StorageCharge?) {
        id = object.version
        self.number = number
        lastModified = object.head.lastModified
        self.object = object
        self.room = room
    }

    /// A delete marker.
    init(markerAt lastModified: HTTPDate, id: VersionID, number: Int, _ room: StorageCharge) {
        self.id = id
        self.number = number
        self.lastModified = lastModified
        object = nil
        self.room = room
    }
}
