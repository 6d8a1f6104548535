/// Lets bytes pass at a rate, first come, first served. A value without a clock: times are parameters, in nanoseconds.
///
/// A stream reserves a number of bytes, and may send them when the bucket has reached them. Streams that reserve again only after that get
/// equal shares.
struct RateBucket {
    /// The cost of a byte. At one bit per second, a nanosecond pays for 1.
    private static let unitsPerByte: Int128 = 8_000_000_000
    /// How much unused time a late stream gets back, at most.
    private static let maximumLateness: Int64 = 100_000_000

    private(set) var bitsPerSecond: Int?
    /// How far the bucket has got, and the end of the last reservation.
    private var served: Int128 = 0
    private var reserved: Int128 = 0
    /// Until when `served` is up to date.
    private var countedUntil = Int64.min
    private var idleSince = Int64.min

    /// - Parameter bitsPerSecond: nil for no limit.
    init(bitsPerSecond: Int?) { self.bitsPerSecond = bitsPerSecond }

    /// A reservation.
    struct Turn: Equatable {
        fileprivate let end: Int128
    }

    /// Sets a new rate, which also applies to reservations that are not served yet.
    mutating func setRate(_ bitsPerSecond: Int?, now: Int64) {
        count(until: now)
        self.bitsPerSecond = bitsPerSecond
        count(until: now)
    }

    /// - Parameter ready: when there began to be something to send. If it is in the past because the call is late, time in which the bucket
    ///   was idle is given back.
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

    /// When the bytes may be sent, now or later.
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
