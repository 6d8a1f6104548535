internal import DequeModule
internal import Digest
public import HTTPMessage
internal import Synchronization

/// The session's requests and what became of them, as a ring bounded in bytes.
///
/// Writing is what every request pays for: one short lock, bytes appended to an array that is reused, no allocation amortised.
/// Text and JSON come into being when somebody reads. An entry is opened when its answer is planned and closed, in place, when
/// the exchange is over; entries still open are readable, and dropping one does no harm.
///
/// Callable from any thread, at the same time.
public final class Journal: Sendable {
    struct State: Sendable {
        /// Older segments, oldest first. Their entries are only closed or marked as removed.
        var sealed: Deque<JournalSegment> = []
        /// The one that is written to.
        var current: JournalSegment
        /// A dropped segment, kept for its room.
        var spare: JournalSegment?
        /// What the sealed ones cost.
        var sealedBytes = 0
        /// Entries below it are gone.
        var firstSequence: UInt64
        /// Entries that can be read.
        var liveCount = 0
        /// Entries that made room for others since the last reset.
        var droppedCount = 0
    }

    public let settings: JournalSettings
    /// Entry ids are made of it.
    public let seed: UInt64
    private let bodyLimit: Int
    private let segmentBytes: Int
    let state: Mutex<State>

    public init(_ settings: JournalSettings = JournalSettings(), seed: UInt64) {
        self.settings = settings
        self.seed = seed
        bodyLimit = settings.bodyLimit
        segmentBytes = settings.segmentBytes
        state = Mutex(State(current: JournalSegment(firstSequence: 1), firstSequence: 1))
    }

    // MARK: Writing

    /// Notes a request and what it is going to be answered.
    /// - Parameters:
    ///   - processing: from arrival to now.
    ///   - stub: nil when nothing matched.
    ///   - responseIndex: which of the stub's `responses`.
    ///   - isAnsweredByFile: without a stub, whether a file or an S3 object answered; false then means that nothing matched.
    ///   - response: kept by reference.
    ///   - isShared: the response belongs to its stub (`JournaledStub.ownResponse`), or to a cache. One made for this request alone (false) counts toward the bound, and a long
    ///     body of it is not kept.
    ///   - details: nil in the common case.
    /// - Returns: for `close`; nil when the journal is disabled. Its raw value is the sequence number.
    public func open(
        _ request: Request, at arrivedAt: Timestamp, processing: Duration = .zero, stub: (any JournaledStub)?, responseIndex: Int = 0,
        isAnsweredByFile: Bool = false, response: Response, isShared: Bool, addedDelay: Duration = .zero, details: EntryDetails? = nil
    ) -> ExchangeTicket? {
        guard settings.isEnabled else { return nil }
        // What takes time comes before the lock.
        let bodyIsDigest = request.body.count > bodyLimit
        let body = bodyIsDigest ? Self.digestRecord(of: request.body) : (try? request.body.bytes()) ?? []
        let kept = isShared ? response : trimmed(response)
        var held = details?.cost ?? 0
        if !isShared { held &+= 256 &+ (kept.body.length ?? 0) }
        let box = details.map(JournalSegment.DetailsBox.init)
        let bodyLength = kept === response ? nil : response.body.length

        return state.withLock { state in
            if state.current.cost >= segmentBytes { seal(&state) }
            let start = state.current.bytes.count
            request.appendHeadRecord(to: &state.current.bytes)
            let bodyStart = state.current.bytes.count
            if !body.isEmpty { state.current.bytes.append(contentsOf: body) }
            let sequence = state.current.endSequence
            let door = state.current.door(of: request.arrival)
            state.current.slots.append(
                JournalSegment.Slot(
                    start: start, bodyStart: bodyStart, end: state.current.bytes.count, arrivedAt: arrivedAt,
                    processingNanoseconds: processing.wholeNanoseconds, addedDelayNanoseconds: addedDelay.wholeNanoseconds, stub: stub,
                    response: isShared && stub != nil ? nil : kept, details: box, trimmedLength: bodyLength,
                    responseIndex: Int32(truncatingIfNeeded: responseIndex), door: door,
                    clientPort: UInt16(truncatingIfNeeded: request.arrival.clientPort), isAnsweredByFile: isAnsweredByFile,
                    bodyIsDigest: bodyIsDigest))
            state.current.heldBytes &+= held
            state.liveCount &+= 1
            makeRoom(&state)
            return ExchangeTicket(number: sequence)
        }
    }

    /// Notes how an exchange ended. A ticket whose entry is gone is ignored.
    public func close(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        state.withLock { state in state.modify(ticket.number) { slot, _ in slot.outcome = outcome } }
    }

    /// Adds sub-events to an entry that is open or closed: webhooks end after the answer. A ticket whose entry is gone is ignored.
    public func note(_ events: [SubEvent], for ticket: ExchangeTicket) {
        state.withLock { state in
            state.modify(ticket.number) { slot, growth in
                var details = slot.details?.details ?? EntryDetails()
                growth -= slot.details == nil ? 0 : details.cost
                details.subEvents += events
                growth += details.cost
                slot.details = JournalSegment.DetailsBox(details)
            }
        }
    }

    /// Puts the body of an answer that came as a stream into its entry, if it is not too long. A ticket whose entry is gone is ignored.
    public func keep(_ body: [UInt8], for ticket: ExchangeTicket) {
        guard body.count <= bodyLimit else { return }
        state.withLock { state in
            state.modify(ticket.number) { slot, growth in
                guard let response = slot.response else { return }
                slot.response = Response(status: response.status, reason: response.reason, headers: response.headers, body: .bytes(body))
                slot.trimmedLength = nil
                growth += body.count
            }
        }
    }

    /// Empties the journal, and forgets what was dropped. Sequence numbers go on.
    public func reset() {
        state.withLock { state in
            let next = state.current.endSequence
            state = State(current: JournalSegment(firstSequence: next), firstSequence: next)
        }
    }

    // MARK: Room

    private func seal(_ state: inout State) {
        var fresh = state.spare ?? JournalSegment(firstSequence: 0)
        state.spare = nil
        fresh.restart(at: state.current.endSequence)
        fresh.reserve(like: state.current)
        state.sealedBytes += state.current.cost
        state.sealed.append(state.current)
        state.current = fresh
        state.releaseEmptySegment()
    }

    private func makeRoom(_ state: inout State) {
        if let most = settings.maximumEntries {
            while state.liveCount > most { state.dropFirstEntry() }
        }
        while state.sealedBytes &+ state.current.cost > settings.maximumBytes, !state.sealed.isEmpty {
            state.dropFirstEntry()
        }
    }

    // MARK: Parts of an entry

    /// The response without a body that is too long, or that would keep a file or a stream open.
    private func trimmed(_ response: Response) -> Response {
        switch response.body {
        case .empty: return response
        case .bytes(let bytes) where bytes.count <= bodyLimit: return response
        case .bytes, .blocks, .stream:
            return Response(status: response.status, reason: response.reason, headers: response.headers)
        }
    }

    private static func digestRecord(of body: RequestBody) -> [UInt8] {
        var digest = IncrementalDigest(.sha256)
        switch body {
        case .empty: break
        case .bytes(let bytes): digest.update(bytes)
        case .spooled(let file):
            var offset = 0
            // A file that cannot be read any more ends the digest early: the length still tells the truth.
            while let block = try? file.read(at: offset, limit: 1 << 18), !block.isEmpty {
                digest.update(block)
                offset += block.count
            }
        }
        return ServeEvent.BodyDigest.record(length: body.count, sha256: digest.finish().bytes)
    }
}

extension Journal.State {
    /// Changes an entry in place, unless it is gone.
    /// - Parameter change: adds to its second parameter what the entry holds more than before, in bytes.
    mutating func modify(_ sequence: UInt64, _ change: (inout JournalSegment.Slot, inout Int) -> Void) {
        guard sequence >= firstSequence, sequence < current.endSequence else { return }
        var growth = 0
        if sequence >= current.firstSequence {
            change(&current.slots[Int(sequence - current.firstSequence)], &growth)
            current.heldBytes += growth
            return
        }
        // Mostly a recent one.
        var place = sealed.count - 1
        while sealed[place].firstSequence > sequence { place -= 1 }
        let index = Int(sequence - sealed[place].firstSequence)
        change(&sealed[place].slots[index], &growth)
        sealed[place].heldBytes += growth
        sealedBytes += growth
    }

    /// Drops the oldest entry, and its segment with the last one of it. An entry's bytes stay until then.
    mutating func dropFirstEntry() {
        if !isFirstRemoved {
            liveCount -= 1
            droppedCount += 1
        }
        firstSequence += 1
        releaseEmptySegment()
    }

    /// Takes the oldest sealed segment away when nothing in it can be read any more.
    mutating func releaseEmptySegment() {
        guard !sealed.isEmpty, sealed[0].endSequence <= firstSequence else { return }
        sealedBytes -= sealed[0].cost
        spare = sealed.removeFirst()
        spare?.restart(at: 0)
    }

    /// The oldest entry is in the oldest segment.
    private var isFirstRemoved: Bool {
        sealed.isEmpty
            ? current.slots[Int(firstSequence - current.firstSequence)].isRemoved
            : sealed[0].slots[Int(firstSequence - sealed[0].firstSequence)].isRemoved
    }
}
