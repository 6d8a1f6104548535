internal import HTTPMessage

/// Draws which segments of a stream are lost: each once, in the order of sending, so that the same seed gives the same losses at any time.
struct SegmentLoss {
    /// The payload of a packet on Ethernet.
    static let segmentBytes = 1_448
    /// How many losses of the same segment end the connection.
    static let fatalLosses = 4
    /// Added to the round trip: Linux's minimum retransmission time-out.
    static let retransmission = Duration.milliseconds(200)
    /// The cost of losing the first packet of a connection (RFC 6298).
    static let connectRetransmission = Duration.seconds(1)

    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// How many times the next packet is lost before it arrives; `fatalLosses` when it does not.
    mutating func drawNext(_ loss: Double) -> Int {
        guard loss > 0 else { return 0 }
        var count = 0
        while count < Self.fatalLosses, random.fraction() < loss { count += 1 }
        return count
    }

    /// The silence of retransmissions: each time-out is twice the one before.
    static func stall(_ losses: Int, timeout: Duration) -> Duration { timeout * ((1 << losses) - 1) }
}
