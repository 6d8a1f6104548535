/// Whose rules hold for what a request asks for.
package enum AccessTarget: Sendable, Hashable {
    /// The service, or a bucket that does not exist.
    case service
    /// A bucket of the folder.
    /// - Parameter isPrivate: whether the description of the bucket or the object says `"acl": "private"`.
    case folder(isPrivate: Bool)
    /// A bucket that a client created.
    /// - Parameters:
    ///   - bucket: its ACL.
    ///   - object: that of the object; nil when there is none.
    case created(bucket: CannedACL, object: CannedACL?)
}
