internal import S3Dialect
internal import Synchronization

/// How many bytes a session holds, and how many it may hold.
final class StorageLedger: Sendable {
    /// In bytes (`s3.maximumBytes`).
    let limit: Int
    private let bytes = Atomic(0)

    init(limit: Int) { self.limit = limit }

    /// Held now or reserved, in bytes.
    var used: Int { bytes.load(ordering: .relaxed) }

    /// Takes room until the charge is released.
    /// - Throws: QuotaExceeded.
    func charge(_ count: Int) throws(S3Error) -> StorageCharge {
        let charge = StorageCharge(self)
        try charge.cover(count)
        return charge
    }

    /// - Throws: QuotaExceeded. Nothing is taken then.
    fileprivate func take(_ count: Int) throws(S3Error) {
        var used = self.used
        while count <= limit - used {
            let (isDone, original) = bytes.weakCompareExchange(expected: used, desired: used + count, ordering: .relaxed)
            if isDone { return }
            used = original
        }
        throw S3Error(
            status: 403, code: "QuotaExceeded",
            message: "The objects of a session may take \(limit) bytes in total (s3.maximumBytes). Reset it, or raise the limit.")
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

    /// Gives back what is too much.
    func shrink(to needed: Int) {
        let less = count.load(ordering: .relaxed) - needed
        guard less > 0 else { return }
        count.subtract(less, ordering: .relaxed)
        ledger.giveBack(less)
    }
}
