internal import S3Dialect
internal import Synchronization

/// How many bytes a session holds of one kind of things, and how many it may hold.
final class StorageLedger: Sendable {
    /// In bytes.
    let limit: Int
    /// What is held, and how it counts, for messages.
    private let said: (things: String, extent: String)
    private let bytes = Atomic(0)

    /// For the contents of objects.
    /// - Parameter limit: in bytes (`s3.maximumBytes`).
    init(limit: Int) {
        self.limit = limit
        said = ("The objects", "in total")
    }

    /// For what is in memory beside the contents: versions, delete markers, what is said about them, uploads in parts, and the settings of
    /// buckets.
    /// - Parameter contents: the limit of the contents, in bytes.
    init(besideContentsOf contents: Int) {
        limit = max(contents, Self.leastBesideContents)
        said = ("The versions, delete markers, uploads and settings", "beside the contents of objects")
    }

    /// As much may be beside contents, however little those may take, in bytes.
    static let leastBesideContents = 16 << 20
    /// What a version, a delete marker, an upload or a bucket takes beside its texts, in bytes.
    static let versionBytes = 1 << 10
    /// What a part of an upload or of an object takes beside its content, in bytes.
    private static let partBytes = 512

    /// Held now or reserved, in bytes.
    var used: Int { bytes.load(ordering: .relaxed) }

    /// Takes room until the charge is released.
    /// - Throws: QuotaExceeded.
    func charge(_ count: Int) throws(S3Error) -> StorageCharge {
        let charge = StorageCharge(self)
        try charge.cover(count)
        return charge
    }

    /// Checks that it may hold so many bytes when nothing else is in it.
    /// - Throws: QuotaExceeded.
    func check(_ count: Int) throws(S3Error) {
        guard count <= limit else { throw exceeded }
    }

    /// What a version or an upload takes beside its content, in bytes.
    /// - Parameters:
    ///   - description: nil for a delete marker.
    ///   - parts: how many it has.
    static func bytes(of key: ObjectKey, _ description: ObjectDescription?, parts: Int = 0) -> Int {
        versionBytes + key.bytes.count + (description?.size ?? 0) + parts * partBytes
    }

    /// - Throws: QuotaExceeded. Nothing is taken then.
    fileprivate func take(_ count: Int) throws(S3Error) {
        var used = self.used
        while count <= limit - used {
            let (isDone, original) = bytes.weakCompareExchange(expected: used, desired: used + count, ordering: .relaxed)
            if isDone { return }
            used = original
        }
        throw exceeded
    }

    private var exceeded: S3Error {
        S3Error(
            .quotaExceeded,
            "\(said.things) of a session may take \(limit) bytes \(said.extent) (s3.maximumBytes). Reset it, or raise the limit.")
    }

    fileprivate func giveBack(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
}

/// Room in a ledger, given back with the last reference. It grows and shrinks in the hands of one thread at a time.
final class StorageCharge: Sendable {
    private let count = Atomic(0)
    private let ledger: StorageLedger

    fileprivate init(_ ledger: StorageLedger) { self.ledger = ledger }

    deinit { ledger.giveBack(count.load(ordering: .relaxed)) }

    /// Makes it so large at least.
    /// - Throws: QuotaExceeded.
    func cover(_ needed: Int) throws(S3Error) {
        let more = needed - count.load(ordering: .relaxed)
        guard more > 0 else { return }
        try ledger.take(more)
        count.add(more, ordering: .relaxed)
    }

    /// Makes it so large.
    /// - Throws: QuotaExceeded.
    func resize(to needed: Int) throws(S3Error) {
        try cover(needed)
        shrink(to: needed)
    }

    /// Gives back what is too much.
    func shrink(to needed: Int) {
        let less = count.load(ordering: .relaxed) - needed
        guard less > 0 else { return }
        count.subtract(less, ordering: .relaxed)
        ledger.giveBack(less)
    }
}
