internal import HTTPMessage

/// Draws which segments of a stream are lost, each once, in the order in which they are sent: the same seed gives the same losses,
/// whenever they are asked for.
struct SegmentLoss {
    /// What one packet of Ethernet carries.
    static let segmentBytes = 1_448
    /// A segment that is lost so often in a row ends its connection.
    static let fatalLosses = 4
    /// What is added to a round trip: Linux's least time-out of a retransmission.
    static let retransmission = Duration.milliseconds(200)
    /// What the loss of the first packet of a connection costs (RFC 6298).
    static let connectRetransmission = Duration.seconds(1)

    /// The next segment that is drawn for.
    private(set) var nextSegment = 0
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// How often the next segment is lost before it comes through. `fatalLosses` when it does not.
    mutating func drawNext(_ loss: Double) -> Int {
        nextSegment += 1
        return losses(loss)
    }

    /// How often a packet that is no part of the stream is lost.
    mutating func losses(_ loss: Double) -> Int {
        guard loss > 0 else { return 0 }
        var count = 0
        while count < Self.fatalLosses, random.fraction() < loss { count += 1 }
        return count
    }

    /// The silence while a segment is sent again: each time-out is twice the one before.
    static func stall(_ losses: Int, timeout: Duration) -> Duration { timeout * ((1 << losses) - 1) }
}
