/// An object as operations find it: in the folder or in a session.
struct StoredObject: Sendable {
    let head: ObjectHead
    let content: ObjectContent
    let version: VersionID

    var size: Int { head.size }
}
