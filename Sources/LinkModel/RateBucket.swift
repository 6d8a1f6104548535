/// Bytes that may pass at a rate, first come, first served. A value without a clock: time is a parameter, in nanoseconds.
///
/// Whoever wants to send reserves a number of bytes, and may send them when the bucket has come to them. One that reserves again only
/// after that gets as much as everybody else.
struct RateBucket {
    /// What a byte costs. At one bit a second, a nanosecond pays for 1.
    private static let unitsPerByte: Int128 = 8_000_000_000
    /// How much time somebody who comes late is given back, at most.
    private static let maximumLateness: Int64 = 100_000_000

    private(set) var bitsPerSecond: Int?
    /// How far the bucket has come, and what is reserved in all.
    private var served: Int128 = 0
    private var reserved: Int128 = 0
    /// Until when `served` is counted, and since when nothing has been reserved beyond it.
    private var countedUntil = Int64.min
    private var idleSince = Int64.min

    /// - Parameter bitsPerSecond: nil for no bound.
    init(bitsPerSecond: Int?) { self.bitsPerSecond = bitsPerSecond }

    /// The place of a reservation.
    struct Turn: Equatable {
        fileprivate let end: Int128
    }

    /// What is reserved and not yet served has the new rate from now on.
    mutating func setRate(_ bitsPerSecond: Int?, now: Int64) {
        count(until: now)
        self.bitsPerSecond = bitsPerSecond
        count(until: now)
    }

    /// - Parameter ready: since when there has been something to send. In the past for one that is asked late: time in which the bucket
    ///   was idle is then given back.
    mutating func reserve(_ bytes: Int, readySince ready: Int64, now: Int64) -> Turn {
        count(until: now)
        let wasIdle = served == reserved
        reserved += Int128(bytes) * Self.unitsPerByte
        if wasIdle, let bitsPerSecond {
            let start = min(now, max(ready, idleSince, now - Self.maximumLateness))
            serve(Int128(bitsPerSecond) * Int128(now - start), until: now)
        }
        count(until: now)
        return Turn(end: reserved)
    }

    /// When the bytes may be sent: now, or later.
    mutating func due(_ turn: Turn, now: Int64) -> Int64 {
        count(until: now)
        guard turn.end > served, let bitsPerSecond else { return now }
        return now + Self.nanoseconds(turn.end - served, bitsPerSecond)
    }

    private mutating func count(until now: Int64) {
        guard let bitsPerSecond else {
            if served < reserved { idleSince = now }
            served = reserved
            countedUntil = now
            return
        }
        if served < reserved, now > countedUntil { serve(Int128(bitsPerSecond) * Int128(now - countedUntil), until: now) }
        countedUntil = max(now, countedUntil)
    }

    private mutating func serve(_ units: Int128, until now: Int64) {
        served += units
        guard served >= reserved else { return }
        idleSince = now - Int64((served - reserved) / Int128(bitsPerSecond ?? 1))
        served = reserved
    }

    /// Rounded up.
    private static func nanoseconds(_ units: Int128, _ bitsPerSecond: Int) -> Int64 {
        Int64(clamping: min((units + Int128(bitsPerSecond) - 1) / Int128(bitsPerSecond), Int128(Int64.max / 4)))
    }
}
