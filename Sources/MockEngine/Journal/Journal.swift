internal import DequeModule
internal import Digest
package import HTTPMessage
internal import Synchronization

/// The session's requests and what became of them, as a ring bounded in bytes.
///
/// Writing is what every request pays for: one short lock, bytes appended to an array that is reused, no allocation amortised.
/// Text and JSON come into being when somebody reads. An entry is opened when its answer is planned and closed, in place, when
/// the exchange is over; entries still open are readable, and dropping one does no harm.
///
/// Callable from any thread, at the same time.
package final class Journal: Sendable {
    struct State: Sendable {
        /// Older segments, oldest first. Their entries are only closed or marked as removed.
        var sealed: Deque<JournalSegment> = []
        /// The one that is written to.
        var current: JournalSegment
        /// A dropped segment, kept for its room.
        var spare: JournalSegment?
        /// What the sealed ones cost, with what is allocated in them and not used.
        var sealedBytes = 0
        /// Entries below it are gone.
        var firstSequence: UInt64
        /// Entries that can be read.
        var liveCount = 0
        /// Entries that made room for others since the last reset.
        var droppedCount = 0
        /// Which stubs have answered since the last reset.
        var use = StubUse()
        /// What the budget has been told that this journal takes.
        var reportedBytes = 0

        /// What is allocated.
        var cost: Int { sealedBytes &+ current.allocatedBytes &+ (spare?.allocatedBytes ?? 0) }

        @inline(__always)
        mutating func noteUse(by serve: borrowing ServeEvent) {
            if let stub = serve.stub { use.note(stub.rank) }
            for modifier in serve.modifiers { use.note(modifier.rank) }
        }
    }

    package let settings: JournalSettings
    /// Entry ids are made of it.
    let idSeed: UInt64
    /// The session's number: the owner in tickets.
    let session: UInt64
    private let budget: JournalBudget
    private let bodyLimit: Int
    private let segmentBytes: Int
    let state: Mutex<State>

    /// - Parameters:
    ///   - budget: shared by all journals of the process; nil for one of its own.
    ///   - seed: the session's; with its number it gives the ids of entries.
    package init(_ settings: JournalSettings = JournalSettings(), budget: JournalBudget? = nil, seed: UInt64, session: UInt64 = 0) {
        self.settings = settings
        self.session = session
        self.budget = budget ?? JournalBudget(maximumBytes: settings.maximumBytes)
        idSeed = Self.idSeed(seed, session: session)
        bodyLimit = settings.bodyLimit
        segmentBytes = settings.segmentBytes
        state = Mutex(State(current: JournalSegment(firstSequence: 1), firstSequence: 1))
        self.budget.add(self)
    }

    /// Sessions of one seed have entries of different ids.
    static func idSeed(_ seed: UInt64, session: UInt64) -> UInt64 { seed ^ session &* 0x9E37_79B9_7F4A_7C15 }

    deinit { budget.leave(ObjectIdentifier(self), state.withLock { $0.reportedBytes }) }

    // MARK: Writing

    /// Notes a request and what is going to be sent, and that its stub was used.
    ///
    /// Of a response that was made for this request alone, a long body is not kept. One that belongs to a stub or to a cache is kept by
    /// reference, and without its body when that is long.
    /// - Returns: for `close`; nil when the journal is disabled.
    func open(_ serve: ServeEvent) -> ExchangeTicket? {
        guard settings.isEnabled else {
            state.withLock { $0.noteUse(by: serve) }
            return nil
        }
        // What takes time comes before the lock.
        let bodyIsDigest = serve.request.body.count > bodyLimit
        let body = bodyIsDigest ? Self.digestRecord(of: serve.request.body) : (try? serve.request.body.bytes()) ?? []
        let written = Written(serve, bodyLimit)

        let (sequence, isOverShare) = state.withLock { state in
            if state.current.cost >= min(segmentBytes, budget.segmentBytes) { seal(&state) }
            let start = state.current.bytes.count
            serve.request.appendHeadRecord(to: &state.current.bytes)
            let bodyStart = state.current.bytes.count
            if !body.isEmpty { state.current.bytes.append(contentsOf: body) }
            let sequence = state.current.endSequence
            let door = state.current.door(of: serve.request.arrival)
            state.current.slots.append(
                JournalSegment.Slot(
                    start: start, bodyStart: bodyStart, end: state.current.bytes.count, arrivedAt: serve.arrivedAt,
                    processingNanoseconds: serve.processing.wholeNanoseconds, addedDelayNanoseconds: serve.addedDelay.wholeNanoseconds,
                    stub: serve.stub, response: written.response, details: written.details, trimmedLength: written.trimmedLength,
                    responseIndex: Int32(truncatingIfNeeded: serve.responseIndex), door: door,
                    clientPort: UInt16(truncatingIfNeeded: serve.request.arrival.clientPort), isAnsweredByFile: serve.isAnsweredByFile,
                    bodyIsDigest: bodyIsDigest))
            state.current.heldBytes &+= written.cost
            state.noteUse(by: serve)
            state.liveCount &+= 1
            return (sequence, makeRoom(&state))
        }
        if isOverShare { budget.makeRoom() }
        return ExchangeTicket(owner: session, number: sequence)
    }

    /// Notes what is going to be sent to a request whose entry was opened before that was known. A ticket whose entry is gone is ignored.
    func complete(_ ticket: ExchangeTicket, _ serve: ServeEvent) {
        let written = Written(serve, bodyLimit)
        state.withLock { state in
            state.modify(ticket.number) { slot, growth in
                slot.processingNanoseconds = serve.processing.wholeNanoseconds
                slot.addedDelayNanoseconds = serve.addedDelay.wholeNanoseconds
                slot.response = written.response
                slot.details = written.details
                slot.trimmedLength = written.trimmedLength
                slot.isAnsweredByFile = serve.isAnsweredByFile
                growth += written.cost
            }
        }
    }

    /// What an entry keeps of what is sent.
    private struct Written {
        let response: Response?
        let details: JournalSegment.DetailsBox?
        let trimmedLength: Int?
        /// Beside the slot and the request, in bytes.
        let cost: Int

        @inline(__always)
        init(_ serve: borrowing ServeEvent, _ bodyLimit: Int) {
            let details = serve.details
            self.details = details.map(JournalSegment.DetailsBox.init)
            var cost = details?.cost ?? 0
            guard let response = serve.response else {
                // Not known yet, or the stub's own.
                self.response = nil
                trimmedLength = nil
                self.cost = cost
                return
            }
            let isTrimmed = response.isTooLong(for: bodyLimit)
            let kept = isTrimmed ? response.withoutBody : response
            if !serve.isShared { cost &+= 256 &+ (kept.body.length ?? 0) }
            self.response = serve.isShared && serve.stub != nil ? nil : kept
            trimmedLength = isTrimmed ? response.body.length : nil
            self.cost = cost
        }
    }

    /// Notes how an exchange ended. A ticket whose entry is gone is ignored.
    package func close(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        state.withLock { state in state.modify(ticket.number) { slot, _ in slot.outcome = outcome } }
    }

    /// Adds sub-events to an entry that is open or closed: webhooks end after the answer. A ticket whose entry is gone is ignored.
    package func note(_ events: [SubEvent], for ticket: ExchangeTicket) { changeDetails(of: ticket) { $0.subEvents += events } }

    /// Notes where the response is, or was, held. A ticket whose entry is gone is ignored.
    func note(_ held: [EntryDetails.Held], for ticket: ExchangeTicket) { changeDetails(of: ticket) { $0.held = held } }

    /// Notes that a response does not go out as its entry says. A ticket whose entry is gone is ignored.
    /// - Parameters:
    ///   - response: what is sent in its place; nil when it is broken off.
    ///   - sentence: why.
    func refuse(_ ticket: ExchangeTicket, _ response: Response?, because sentence: String) {
        changeDetails(of: ticket) { $0.subEvents.append(.message(.error, sentence)) }
        guard let response else { return }
        state.withLock { state in
            state.modify(ticket.number) { slot, growth in
                slot.response = response
                slot.trimmedLength = nil
                growth += 256 + (response.body.length ?? 0)
            }
        }
    }

    private func changeDetails(of ticket: ExchangeTicket, _ change: (inout EntryDetails) -> Void) {
        state.withLock { state in
            state.modify(ticket.number) { slot, growth in
                var details = slot.details?.details ?? EntryDetails()
                growth -= slot.details == nil ? 0 : details.cost
                change(&details)
                growth += details.cost
                slot.details = JournalSegment.DetailsBox(details)
            }
        }
    }

    /// Puts the body of an answer that came as a stream into its entry, if it is not too long. A ticket whose entry is gone is ignored.
    package func keep(_ body: [UInt8], for ticket: ExchangeTicket) {
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
    /// - Returns: the number of the next entry.
    @discardableResult
    package func reset() -> UInt64 {
        state.withLock { state in
            let next = state.current.endSequence
            let reported = state.reportedBytes
            state = State(current: JournalSegment(firstSequence: next), firstSequence: next)
            budget.changed(by: -reported)
            return next
        }
    }

    // MARK: Room

    private func seal(_ state: inout State) {
        if state.spare == nil, state.cost + state.current.cost > max(budget.room(besides: state.reportedBytes), budget.share) {
            // What would have to be dropped in a moment lends its room.
            while state.spare == nil, !state.sealed.isEmpty { state.dropFirstEntry() }
        }
        var fresh = state.spare ?? JournalSegment(firstSequence: 0)
        state.spare = nil
        fresh.restart(at: state.current.endSequence)
        fresh.reserve(like: state.current)
        state.current.seal()
        state.sealedBytes += state.current.sealedBytes
        state.sealed.append(state.current)
        state.current = fresh
        state.releaseEmptySegment()
    }

    /// - Returns: whether others have to make room: this journal has no more than its share.
    private func makeRoom(_ state: inout State) -> Bool {
        if let most = settings.maximumEntries {
            while state.liveCount > most { state.dropFirstEntry() }
        }
        let room = budget.room(besides: state.reportedBytes)
        var isOver = state.cost > room
        if isOver {
            let bound = max(room, budget.share)
            while state.cost > bound, !state.sealed.isEmpty { state.dropFirstEntry() }
            if state.cost > bound { state.spare = nil }
            isOver = state.cost > room
        }
        report(&state, from: budget.step)
        return isOver
    }

    private func report(_ state: inout State, from step: Int) {
        let change = state.cost &- state.reportedBytes
        guard change.magnitude >= step else { return }
        state.reportedBytes &+= change
        budget.changed(by: change)
    }

    /// Tells the budget what it takes, however little that has changed.
    /// - Returns: what it takes, in bytes.
    func settle() -> Int {
        state.withLock { state in
            report(&state, from: 1)
            return state.cost
        }
    }

    /// Drops the oldest entries to make room for another journal, but never the newest one.
    /// - Parameter most: what it may take then, in bytes.
    func shrink(to most: Int) {
        state.withLock { state in
            state.spare = nil
            while state.cost > most, !state.sealed.isEmpty {
                state.dropFirstEntry()
                state.spare = nil
            }
            if state.cost > most { state.dropFromCurrent(to: most) }
            report(&state, from: 1)
        }
    }

    // MARK: Parts of an entry

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
        return JournalEntry.BodyDigest.record(length: body.count, sha256: digest.finish().bytes)
    }
}

extension Response {
    /// Whether the body is longer than what is kept, or would keep a file or a stream open.
    func isTooLong(for limit: Int) -> Bool {
        switch body {
        case .empty: false
        case .bytes(let bytes): bytes.count > limit
        case .blocks, .stream: true
        }
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
        sealedBytes -= sealed[0].sealedBytes
        spare = sealed.removeFirst()
        spare?.restart(at: 0)
    }

    /// Drops the oldest entries of the segment that is written to, the only one, and takes its room away; the newest entry stays.
    mutating func dropFromCurrent(to most: Int) {
        guard sealed.isEmpty, !current.slots.isEmpty else { return }
        // Those that cannot be read any more go in any case.
        var place = min(Int(firstSequence - current.firstSequence), current.slots.count - 1)
        var rest = current.cost
        for gone in current.slots[..<place] { rest -= JournalSegment.cost(of: gone) }
        while rest > most, place < current.slots.count - 1 {
            rest -= JournalSegment.cost(of: current.slots[place])
            place += 1
        }
        let kept = current.suffix(from: place)
        while firstSequence < kept.firstSequence { dropFirstEntry() }
        current = kept
    }

    /// The oldest entry is in the oldest segment.
    private var isFirstRemoved: Bool {
        sealed.isEmpty
            ? current.slots[Int(firstSequence - current.firstSequence)].isRemoved
            : sealed[0].slots[Int(firstSequence - sealed[0].firstSequence)].isRemoved
    }
}
