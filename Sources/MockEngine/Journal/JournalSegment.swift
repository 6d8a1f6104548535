import HTTPMessage

/// A stretch of consecutive entries. The journal drops and reuses whole segments, so that the bytes of a million requests pass
/// through the same few arrays.
///
/// A value type: a reader takes a copy under the lock for the price of a reference, and the writer copies the arrays only if a
/// reader still holds them.
struct JournalSegment: Sendable {
    /// One entry. The request's head and body are in `bytes`.
    struct Slot: Sendable {
        var start: Int
        var bodyStart: Int
        var end: Int
        var arrival: Arrival
        var arrivedAt: Timestamp
        var processing: Duration
        var addedDelay: Duration
        var stub: (any JournaledStub)?
        /// Which of the stub's `responses`.
        var responseIndex: Int32
        /// No stub answered, but a file or an object did.
        var isAnsweredByFile: Bool
        var isRemoved = false
        var bodyIsDigest: Bool
        var response: Response
        /// Of a body that was left out of the response.
        var trimmedLength: Int?
        var details: DetailsBox?
        var outcome: ExchangeOutcome?
    }

    /// Keeps the slot small.
    final class DetailsBox: Sendable {
        let details: EntryDetails
        init(_ details: EntryDetails) { self.details = details }
    }

    private(set) var firstSequence: UInt64
    var bytes: [UInt8] = []
    var slots: [Slot] = []
    /// What entries hold outside of the two arrays.
    var heldBytes = 0

    init(firstSequence: UInt64) { self.firstSequence = firstSequence }

    var cost: Int { bytes.count &+ slots.count &* MemoryLayout<Slot>.stride &+ heldBytes }
    /// One past the last entry's number.
    var endSequence: UInt64 { firstSequence &+ UInt64(slots.count) }

    /// Forgets everything but the allocated room.
    mutating func restart(at sequence: UInt64) {
        firstSequence = sequence
        bytes.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        heldBytes = 0
    }

    /// Allocates once as much as another segment came to need.
    mutating func reserve(like other: JournalSegment) {
        bytes.reserveCapacity(other.bytes.count + other.bytes.count / 8)
        slots.reserveCapacity(other.slots.count + other.slots.count / 8)
    }
}
