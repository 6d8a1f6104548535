/// What a link did to one exchange.
public struct LinkReport: Sendable, Equatable {
    /// Losses that are listed; further ones are only counted.
    public static let maximumLosses = 64

    /// A segment that was lost.
    public struct Loss: Sendable, Equatable {
        public var isUpload: Bool
        /// Its number in the request or the response, from 0; nil for the packets that open a connection.
        public var segment: Int?
        /// How often in a row.
        public var times: Int
    }

    /// The name of the profile at the beginning; nil for one of numbers.
    public var profile: String?
    /// What the delays came to: of the connection, the request and the response.
    public var delay = Duration.zero
    /// The silence in which segments were sent again.
    public var stalled = Duration.zero
    /// How many segments were lost.
    public var lossCount = 0
    /// The first of them.
    public var losses: [Loss] = []
    /// A segment was lost too often.
    public var isDead = false

    mutating func note(_ loss: Loss) {
        lossCount += 1
        if losses.count < Self.maximumLosses { losses.append(loss) }
        if loss.times >= SegmentLoss.fatalLosses { isDead = true }
    }
}
