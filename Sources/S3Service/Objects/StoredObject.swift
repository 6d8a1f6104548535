internal import HTTPMessage

/// An object as operations find it: in the folder or in a session.
struct StoredObject: Sendable {
    let head: ObjectHead
    let content: ObjectContent
    let version: VersionID

    var size: Int { head.size }

    /// The field that names the version that a write has made. A version `null` is named by reads and copies only.
    var newVersionFields: HeaderFields { version == .null ? [] : [("x-amz-version-id", version.text)] }
}
