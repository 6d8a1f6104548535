/// Whose rules hold for what a request asks for.
package enum AccessTarget: Sendable, Hashable {
    /// The service, or a bucket that does not exist.
    case service
    /// A bucket of the folder.
    /// - Parameters:
    ///   - isPrivate: whether the description of the bucket or the object says `"acl": "private"`.
    ///   - isOpenToReaders: whether the object's own ACL lets everybody read it, also in a private bucket.
    case folder(isPrivate: Bool, isOpenToReaders: Bool = false)
    /// A bucket that a client created.
    /// - Parameters:
    ///   - bucket: what its ACL grants.
    ///   - object: what that of the object grants; nil when there is none.
    ///   - isAnonymous: whether the object was written without a key. Then nobody owns it.
    case created(bucket: [AccessGrant], object: [AccessGrant]?, isAnonymous: Bool = false)
}
