internal import DequeModule
package import HTTPMessage
internal import Synchronization

/// The session's requests and their outcomes, as a ring limited in bytes.
///
/// Every request pays for writing, so it takes one short lock and appends bytes to a reused array, without an allocation (amortised). Text
/// and JSON are made on reading. An entry is opened when its response is planned, and closed in place when the exchange is over. Open
/// entries can be read, and may be dropped.
///
/// Every method may be called from any thread, at the same time.
package final class Journal: Sendable {
    struct State: Sendable {
        /// Older segments, oldest first. Their entries are only closed or marked as removed.
        var sealed: Deque<JournalSegment> = []
        /// The segment that is written to.
        var current: JournalSegment
        /// A dropped segment, kept to reuse its memory.
        var spare: JournalSegment?
        /// The size of the sealed segments, including memory that is allocated and unused.
        var sealedBytes = 0
        /// Entries below this number are gone.
        var firstSequence: UInt64
        /// The number of entries that can be read.
        var liveCount = 0
        /// How many entries were dropped to make room since the last reset.
        var droppedCount = 0
        /// How many of them the budget knows.
        var reportedDrops = 0
        /// Which stubs have been used since the last reset.
        var use = StubUse()
        /// The size that was last reported to the budget.
        var reportedBytes = 0

        /// The allocated bytes.
        var cost: Int { sealedBytes &+ current.allocatedBytes &+ (spare?.allocatedBytes ?? 0) }

        @inline(__always)
        mutating func noteUse(by serve: borrowing ServeEvent) {
            if let stub = serve.stub { use.note(stub.rank) }
            for modifier in serve.modifiers { use.note(modifier.rank) }
        }
    }

    /// How much this journal keeps.
    package let settings: JournalSettings
    /// What entry ids are made from.
    let idSeed: UInt64
    /// The session's number: the owner in tickets.
    let session: UInt64
    private let budget: JournalBudget
    private let bodyLimit: Int
    private let segmentBytes: Int
    let state: Mutex<State>

    /// - Parameters:
    ///   - budget: shared by all journals of the process; nil for a budget of its own.
    ///   - seed: the session's seed; entry ids follow from it and the session's number.
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

    /// Different for each session, so that sessions with the same seed have entries with different ids.
    static func idSeed(_ seed: UInt64, session: UInt64) -> UInt64 { seed ^ session &* 0x9E37_79B9_7F4A_7C15 }

    deinit { budget.leave(ObjectIdentifier(self), state.withLock { $0.reportedBytes }) }

    // MARK: Writing

    /// Opens the entry of a request and its planned response, and marks the stub as used.
    ///
    /// The body of a response made for this request alone is left out if it is long. The body of a response that a stub or a cache owns is
    /// kept by reference, or left out if it is long.
    /// - Returns: a ticket for `close`; nil if the journal is disabled.
    func open(_ serve: ServeEvent) -> ExchangeTicket? {
        guard settings.isEnabled else {
            state.withLock { $0.noteUse(by: serve) }
            return nil
        }
        // Slow work, before the lock.
        let body = KeptRequestBody(of: serve.request, limit: bodyLimit)
        let written = if let failure = body.failure { Written(serve.noting(failure), bodyLimit) } else { Written(serve, bodyLimit) }

        let (sequence, isOverShare) = state.withLock { state in
            if state.current.cost >= min(segmentBytes, budget.segmentBytes) { seal(&state) }
            let start = state.current.bytes.count
            serve.request.appendHeadRecord(to: &state.current.bytes)
            let bodyStart = state.current.bytes.count
            if !body.bytes.isEmpty { state.current.bytes.append(contentsOf: body.bytes) }
            let sequence = state.current.endSequence
            let door = state.current.door(of: serve.request.arrival)
            state.current.slots.append(
                JournalSegment.Slot(
                    start: start, bodyStart: bodyStart, end: state.current.bytes.count, arrivedAt: serve.arrivedAt,
                    processingNanoseconds: serve.processing.wholeNanoseconds, addedDelayNanoseconds: serve.addedDelay.wholeNanoseconds,
                    stub: serve.stub, response: written.response, details: written.details, trimmedLength: written.trimmedLength,
                    responseIndex: Int32(truncatingIfNeeded: serve.responseIndex), door: door,
                    clientPort: UInt16(truncatingIfNeeded: serve.request.arrival.clientPort), isFromFile: serve.isFromFile,
                    bodyIsDigest: body.isDigest))
            state.current.heldBytes &+= written.cost
            state.noteUse(by: serve)
            state.liveCount &+= 1
            return (sequence, makeRoom(&state))
        }
        if isOverShare { budget.makeRoom() }
        return ExchangeTicket(owner: session, number: sequence)
    }

    /// Adds the planned response to an entry that was opened before the response was known. Ignored if the entry is gone.
    func complete(_ ticket: ExchangeTicket, _ serve: ServeEvent) {
        let written = Written(serve, bodyLimit)
        state.withLock { state in
            state.modify(ticket.number) { slot, growth in
                slot.processingNanoseconds = serve.processing.wholeNanoseconds
                slot.addedDelayNanoseconds = serve.addedDelay.wholeNanoseconds
                slot.response = written.response
                slot.details = written.details
                slot.trimmedLength = written.trimmedLength
                slot.isFromFile = serve.isFromFile
                growth += written.cost
            }
        }
    }

    /// What an entry keeps of a response.
    private struct Written {
        let response: Response?
        let details: JournalSegment.DetailsBox?
        let trimmedLength: Int?
        /// Bytes, besides the slot and the request.
        let cost: Int

        @inline(__always)
        init(_ serve: borrowing ServeEvent, _ bodyLimit: Int) {
            details = serve.details
            var cost = details?.details.cost ?? 0
            guard let response = serve.response else {
                // The response is not known yet, or is the stub's own.
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

    /// Notes how an exchange ended. Ignored if the entry is gone.
    package func close(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        state.withLock { state in state.modify(ticket.number) { slot, _ in slot.outcome = outcome } }
    }

    /// Adds sub-events to an entry, open or closed: webhooks end after the response. Ignored if the entry is gone.
    package func note(_ events: [SubEvent], for ticket: ExchangeTicket) { changeDetails(of: ticket) { $0.subEvents += events } }

    /// Notes where the response is or was held. Ignored if the entry is gone.
    func note(_ held: [EntryDetails.Held], for ticket: ExchangeTicket) { changeDetails(of: ticket) { $0.held = held } }

    /// Notes that a response is not sent as its entry says. Ignored if the entry is gone.
    /// - Parameters:
    ///   - response: what is sent instead; nil if the response is aborted.
    ///   - sentence: the reason.
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

    /// The stub of an entry; nil if none responded, or the entry is gone.
    func stub(of ticket: ExchangeTicket) -> CompiledStub? {
        state.withLock { state in
            var stub: CompiledStub?
            state.modify(ticket.number) { slot, _ in stub = slot.stub }
            return stub
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

    /// Puts the body of a streamed response into its entry, unless it is too long. Ignored if the entry is gone.
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

    /// Empties the journal and resets the count of dropped entries. Sequence numbers continue.
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
            // Segments that would be dropped soon are dropped now, to reuse their memory.
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

    /// Drops entries of this journal while it exceeds its limit or its share of the budget.
    /// - Returns: whether other journals must make room, because this one is within its share.
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
        if state.droppedCount != state.reportedDrops {
            budget.noteDropped(state.droppedCount &- state.reportedDrops)
            state.reportedDrops = state.droppedCount
        }
        let change = state.cost &- state.reportedBytes
        guard change.magnitude >= step else { return }
        state.reportedBytes &+= change
        budget.changed(by: change)
    }

    /// Reports the size to the budget, however little it has changed.
    /// - Returns: the size in bytes.
    func settle() -> Int {
        state.withLock { state in
            report(&state, from: 1)
            return state.cost
        }
    }

    /// Drops the oldest entries to make room for other journals; never drops the newest entry.
    /// - Parameter most: the size to shrink to, in bytes.
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
    /// - Parameter change: adds to its second parameter by how many bytes the entry grows.
    mutating func modify(_ sequence: UInt64, _ change: (inout JournalSegment.Slot, inout Int) -> Void) {
        guard sequence >= firstSequence, sequence < current.endSequence else { return }
        var growth = 0
        if sequence >= current.firstSequence {
            change(&current.slots[Int(sequence - current.firstSequence)], &growth)
            current.heldBytes += growth
            return
        }
        // Usually a recent segment.
        var place = sealed.count - 1
        while sealed[place].firstSequence > sequence { place -= 1 }
        let index = Int(sequence - sealed[place].firstSequence)
        change(&sealed[place].slots[index], &growth)
        sealed[place].heldBytes += growth
        sealedBytes += growth
    }

    /// Drops the oldest entry, and its segment with the segment's last entry. Bytes are freed by segment only.
    mutating func dropFirstEntry() {
        if !isFirstRemoved {
            liveCount -= 1
            droppedCount += 1
        }
        firstSequence += 1
        releaseEmptySegment()
    }

    /// Removes the oldest sealed segment if none of its entries can be read any more.
    mutating func releaseEmptySegment() {
        guard !sealed.isEmpty, sealed[0].endSequence <= firstSequence else { return }
        sealedBytes -= sealed[0].sealedBytes
        spare = sealed.removeFirst()
        spare?.restart(at: 0)
    }

    /// Drops the oldest entries of the current segment, the only one left, and frees their memory; the newest entry stays.
    mutating func dropFromCurrent(to most: Int) {
        guard sealed.isEmpty, !current.slots.isEmpty else { return }
        // Entries that cannot be read any more are freed in any case.
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

    /// Whether the oldest entry is marked as removed; it is in the oldest segment.
    private var isFirstRemoved: Bool {
        sealed.isEmpty
            ? current.slots[Int(firstSequence - current.firstSequence)].isRemoved
            : sealed[0].slots[Int(firstSequence - sealed[0].firstSequence)].isRemoved
    }
}
