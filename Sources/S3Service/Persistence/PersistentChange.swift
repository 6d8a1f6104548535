/// What a change of a session means for the folder.
enum PersistentChange: Sendable {
    /// Nothing: what changes is kept in memory.
    case none
    /// An object has another newest version, or none.
    /// - Parameter content: that of the newest version; nil when the change brings none.
    case object(ObjectKey, in: String, content: StagedFile?)
    case newBucket(String)
    /// A bucket has another ACL.
    case accessToBucket(String)
    case removedBucket(String)
}
