internal import S3Dialect
internal import Synchronization

/// How many bytes a session holds, and how many it may hold.
final class StorageLedger: Sendable {
    /// In bytes (`s3.maximumBytes`).
    let limit: Int
    private let bytes = Atomic(0)

    init(limit: Int) { self.limit = limit }

    /// Held now, in bytes.
    var used: Int { bytes.load(ordering: .relaxed) }

    /// Takes room until the charge is released.
    /// - Throws: QuotaExceeded.
    func charge(_ count: Int) throws(S3Error) -> StorageCharge {
        let charge = StorageCharge(count, self)
        guard bytes.add(count, ordering: .relaxed).newValue <= limit else {
            throw S3Error(
                status: 403, code: "QuotaExceeded",
                message: "The objects of a session may have \(limit) bytes together (s3.maximumBytes). Reset it, or raise the limit.")
        }
        return charge
    }

    /// - Throws: QuotaExceeded when the body that a call announces finds no room now.
    func checkRoom(for call: S3Call) throws(S3Error) { _ = try charge(call.uploadHead().length ?? 0) }

    fileprivate func giveBack(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
}

/// Room in a ledger, given back with the last reference.
final class StorageCharge: Sendable {
    private let count: Int
    private let ledger: StorageLedger

    fileprivate init(_ count: Int, _ ledger: StorageLedger) {
        self.count = count
        self.ledger = ledger
    }

    deinit { ledger.giveBack(count) }
}
