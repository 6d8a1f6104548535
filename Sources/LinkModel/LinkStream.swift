internal import HTTPMessage

/// One direction of one exchange: head and body as one stream of bytes. A value without a clock.
struct LinkStream {
    /// How much a link without other streams carries at once.
    private static let unboundedBytes = 1 << 18

    private struct Reservation {
        let turn: RateBucket.Turn
        /// The turn in the stream's own bucket; nil without one.
        let ownTurn: RateBucket.Turn?
        /// The byte that it ends at.
        let end: Int
        /// The last known moment; it changes with the link's rate.
        var due: Int64
    }

    private let isUpload: Bool
    private var loss: SegmentLoss
    /// A rate of its own, in addition to the link's, from `ownStart` on.
    private var own: RateBucket?
    private var ownStart = 0
    private var reservation: Reservation?
    /// The rates allow the bytes before this position.
    private var paid = 0
    /// The bytes before this position have arrived.
    private var arrived = 0
    /// How many times the segment at `arrived` is still lost.
    private var pendingLosses = 0
    /// Until when the silence of a retransmission lasts; nil without one.
    private var silentUntil: Int64?
    /// When there began to be something to send.
    private var ready: Int64 = .min

    init(isUpload: Bool, seed: UInt64) {
        self.isUpload = isUpload
        loss = SegmentLoss(seed: seed)
    }

    /// Sets a rate of its own; nil for none.
    mutating func limit(to bitsPerSecond: Int?) { own = bitsPerSecond.map { RateBucket(bitsPerSecond: $0) } }

    /// The own rate applies from here on.
    mutating func beginOwnRate(at position: Int) { ownStart = position }

    /// The parts of a link that one step needs.
    struct Surroundings {
        var direction: LinkDirection
        var roundTrip: Duration
        var bucket: RateBucket
        /// How many streams share the bucket.
        var sharers: Int
    }

    /// Bytes can be sent from this moment on.
    mutating func begin(at time: Int64) { ready = max(ready, time) }

    /// The link has changed: a segment that waits for its retransmission is sent at once.
    mutating func endSilence() { silentUntil = nil }

    /// The number of losses of the packets that open a connection.
    mutating func drawConnect(_ direction: LinkDirection) -> Int { direction.losesEverything ? 0 : loss.drawNext(direction.loss) }

    /// How much may be sent from a position on.
    /// - Parameter most: how much there is to send; the result may be limited to it.
    mutating func allowance(
        at position: Int, most: Int, now: Int64, _ link: inout Surroundings, _ report: inout LinkReport
    ) -> LinkAllowance {
        if link.direction.losesEverything { return .wait }
        if let end = silentUntil {
            if now < end { return .waitUntil(end) }
            silentUntil = nil
            ready = max(ready, end)
        }
        // Bytes that passed while there was no link.
        paid = max(paid, position)
        arrived = max(arrived, position)
        while true {
            if paid > position {
                draw(until: paid, link.direction.loss)
                if arrived > position { return .bytes(min(arrived, paid) - position) }
                return lose(now, link.roundTrip, &report)
            }
            if let due = pay(position, most, now, &link) { return .waitUntil(due) }
        }
    }

    /// Advances `paid`.
    /// - Returns: when to call again; nil when it has advanced.
    private mutating func pay(_ position: Int, _ most: Int, _ now: Int64, _ link: inout Surroundings) -> Int64? {
        guard link.bucket.bitsPerSecond != nil || hasOwnRate(position) || reservation != nil else {
            paid = position + min(most, Self.unboundedBytes)
            ready = max(ready, now)
            return nil
        }
        if reservation == nil { reservation = reserve(position, most, now, &link) }
        guard var pending = reservation else { return nil }
        var due = link.bucket.due(pending.turn, now: now)
        if let ownTurn = pending.ownTurn { due = max(due, own?.due(ownTurn, now: now) ?? now) }
        if due > now {
            pending.due = due
            reservation = pending
            return due
        }
        paid = pending.end
        // If the call is late, it was ready from the moment when it could have been made.
        ready = max(ready, min(pending.due, now))
        reservation = nil
        return nil
    }

    /// Reserves a turn in both buckets.
    private mutating func reserve(_ position: Int, _ most: Int, _ now: Int64, _ link: inout Surroundings) -> Reservation {
        var bytes = most
        // Bytes of an upload have arrived already, so they are paid for as a whole.
        if !isUpload { bytes = min(bytes, Self.turnBytes(link.bucket, sharers: link.sharers)) }
        let hasOwnRate = hasOwnRate(position)
        if hasOwnRate, let own { bytes = min(bytes, Self.turnBytes(own, sharers: 1)) }
        let turn = link.bucket.reserve(bytes, readySince: ready, now: now)
        let ownTurn = hasOwnRate ? own?.reserve(bytes, readySince: ready, now: now) : nil
        return Reservation(turn: turn, ownTurn: ownTurn, end: position + bytes, due: now)
    }

    private func hasOwnRate(_ position: Int) -> Bool { own != nil && position >= ownStart }

    /// About ten milliseconds at the shared rate, and at least one segment.
    private static func turnBytes(_ bucket: RateBucket, sharers: Int) -> Int {
        guard let bitsPerSecond = bucket.bitsPerSecond else { return unboundedBytes }
        let perMillisecond = bitsPerSecond / 8_000
        return min(max(SegmentLoss.segmentBytes, perMillisecond * 10 / max(1, sharers), perMillisecond), 1 << 16)
    }

    // MARK: Losses

    private mutating func draw(until end: Int, _ probability: Double) {
        while arrived < end, pendingLosses == 0 {
            pendingLosses = loss.drawNext(probability)
            if pendingLosses == 0 { arrived += SegmentLoss.segmentBytes }
        }
    }

    /// The segment at `arrived` is lost.
    private mutating func lose(_ now: Int64, _ roundTrip: Duration, _ report: inout LinkReport) -> LinkAllowance {
        if pendingLosses >= SegmentLoss.fatalLosses {
            if !report.isDead { note(pendingLosses, &report) }
            return .dead
        }
        note(pendingLosses, &report)
        let stall = SegmentLoss.stall(pendingLosses, timeout: roundTrip + SegmentLoss.retransmission)
        report.stalled += stall
        pendingLosses = 0
        arrived += SegmentLoss.segmentBytes
        let end = now + stall.wholeNanoseconds
        silentUntil = end
        return .waitUntil(end)
    }

    private func note(_ times: Int, _ report: inout LinkReport) {
        report.note(.init(isUpload: isUpload, segment: arrived / SegmentLoss.segmentBytes, times: times))
    }
}
