internal import S3Dialect
internal import Synchronization

/// An object that a request has created or removed.
package struct S3Change: Sendable {
    /// What became of it.
    package enum Kind: Sendable {
        case created
        /// The object, or a version of it, is gone.
        case removed
        /// A delete marker hides it.
        case markerCreated
    }

    /// What became of it.
    package var kind: Kind
    /// Its bucket.
    package var bucket: String
    /// Its key, as text.
    package var key: String
    /// In bytes; nil for what was removed.
    package var size: Int?
    /// Without quotes; nil for what was removed.
    package var entityTag: String?
    /// The version that was made or removed; nil where versions are not kept.
    package var version: String?
    /// Increases with each change of the bucket.
    package var number: Int
}

/// Collects what one request changes. Any thread.
package final class S3ChangeList: Sendable {
    private let changes = Mutex<[S3Change]>([])

    package init() {}

    /// What was changed so far, in order.
    package var all: [S3Change] { changes.withLock { $0 } }

    func add(_ change: S3Change) { changes.withLock { $0.append(change) } }

    private let fields = Mutex<PostFields?>(nil)

    /// The fields of an upload form, which say who it is from; nil for another request.
    var form: PostFields? { fields.withLock { $0 } }

    func note(_ form: PostFields) { fields.withLock { $0 = form } }
}
