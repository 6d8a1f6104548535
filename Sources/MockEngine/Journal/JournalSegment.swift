import HTTPMessage

/// A run of consecutive entries. The journal drops and reuses whole segments, so that millions of requests use the same few arrays.
///
/// A value type: a reader copies it under the lock, which costs one retain, and the writer copies the arrays only while a reader still
/// holds them.
struct JournalSegment: Sendable {
    /// One entry. The request's head and body are in `bytes`. Small and with few references, because every request writes one and later
    /// overwrites one.
    struct Slot: Sendable {
        var start: Int
        var bodyStart: Int
        var end: Int
        var arrivedAt: Timestamp
        var processingNanoseconds: Int64
        var addedDelayNanoseconds: Int64
        var stub: CompiledStub?
        /// Nil if it is the stub's own.
        var response: Response?
        var details: DetailsBox?
        /// The length of a response body that was left out.
        var trimmedLength: Int?
        /// Which of the stub's `responses`.
        var responseIndex: Int32
        /// Where the request came in: an index of `doors`, and the peer's port.
        var door: Int32
        var clientPort: UInt16
        /// Whether a file or an object responded instead of a stub.
        var isFromFile: Bool
        var bodyIsDigest: Bool
        var isRemoved = false
        private(set) var ending: ExchangeOutcome.Ending?
        /// Whether the exchange is over, and no status was sent.
        private(set) var hasNoHead = false
        private(set) var sentBodyBytes = 0
        private(set) var sendingNanoseconds: Int64 = 0

        /// Nil while the exchange is not over.
        var outcome: ExchangeOutcome? {
            get {
                ending.map {
                    ExchangeOutcome(
                        ending: $0, bodyBytes: sentBodyBytes, sending: .nanoseconds(sendingNanoseconds), status: hasNoHead ? 0 : nil)
                }
            }
            set {
                ending = newValue?.ending
                hasNoHead = newValue?.status == 0
                sentBodyBytes = newValue?.bodyBytes ?? 0
                sendingNanoseconds = newValue?.sending.wholeNanoseconds ?? 0
            }
        }
    }

    /// Keeps the slot small.
    final class DetailsBox: Sendable {
        let details: EntryDetails
        init(_ details: EntryDetails) { self.details = details }
    }

    private(set) var firstSequence: UInt64
    var bytes: [UInt8] = []
    var slots: [Slot] = []
    /// The distinct arrivals of the entries, without the peers' ports.
    private var doors: [Arrival] = []
    /// Bytes that entries hold outside the two arrays.
    var heldBytes = 0
    /// For a sealed segment: bytes allocated for further entries.
    private var unusedBytes = 0

    init(firstSequence: UInt64) { self.firstSequence = firstSequence }

    var cost: Int { bytes.count &+ slots.count &* MemoryLayout<Slot>.stride &+ doors.count &* MemoryLayout<Arrival>.stride &+ heldBytes }
    /// The same including memory allocated for further entries.
    var allocatedBytes: Int {
        bytes.capacity &+ slots.capacity &* MemoryLayout<Slot>.stride &+ doors.count &* MemoryLayout<Arrival>.stride &+ heldBytes
    }
    /// The same for a sealed segment. Does not change when the arrays are copied because a reader holds them.
    var sealedBytes: Int { cost &+ unusedBytes }
    /// One past the last entry's number.
    var endSequence: UInt64 { firstSequence &+ UInt64(slots.count) }

    /// The number for an arrival in `Slot.door`. There are few, so only the last ones are searched.
    mutating func door(of arrival: Arrival) -> Int32 {
        var index = doors.count
        while index > max(0, doors.count - 4) {
            index -= 1
            if doors[index].isSameDoor(as: arrival) { return Int32(index) }
        }
        doors.append(arrival)
        return Int32(doors.count - 1)
    }

    func arrival(of slot: Slot) -> Arrival {
        var arrival = doors[Int(slot.door)]
        arrival.clientPort = Int(slot.clientPort)
        return arrival
    }

    /// Removes all entries and keeps the allocated memory.
    mutating func restart(at sequence: UInt64) {
        firstSequence = sequence
        bytes.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        doors.removeAll(keepingCapacity: true)
        heldBytes = 0
        unusedBytes = 0
    }

    /// Ends the segment: no entry is added any more.
    mutating func seal() { unusedBytes = allocatedBytes &- cost }

    /// The entries from an index on, in a segment without spare memory.
    func suffix(from place: Int) -> JournalSegment {
        var rest = JournalSegment(firstSequence: firstSequence + UInt64(place))
        let start = slots[place].start
        rest.bytes = Array(bytes[start...])
        rest.slots = slots[place...].map { slot in
            var moved = slot
            moved.start -= start
            moved.bodyStart -= start
            moved.end -= start
            return moved
        }
        rest.doors = doors
        rest.heldBytes = slots[place...].reduce(0) { $0 + Self.heldBytes(by: $1) }
        return rest
    }

    static func cost(of slot: Slot) -> Int { slot.end - slot.start + MemoryLayout<Slot>.stride + heldBytes(by: slot) }

    /// Bytes that an entry holds outside the two arrays. Too high for a response that others share.
    static func heldBytes(by slot: Slot) -> Int {
        (slot.details?.details.cost ?? 0) + (slot.response.map { 256 + ($0.body.length ?? 0) } ?? 0)
    }

    /// Allocates at once as much as another segment came to need.
    mutating func reserve(like other: JournalSegment) {
        bytes.reserveCapacity(other.bytes.count + other.bytes.count / 8)
        slots.reserveCapacity(other.slots.count + other.slots.count / 8)
    }
}

extension Arrival {
    /// Whether the two differ at most in the peer's port.
    fileprivate func isSameDoor(as other: Arrival) -> Bool {
        listener == other.listener && localPort == other.localPort && hasText(of: other)
    }
}
