/// The effects of a link on one exchange.
package struct LinkReport: Sendable, Equatable {
    /// How many losses are listed; further ones are only counted.
    package static let maximumLosses = 64

    /// Losses of one segment.
    package struct Loss: Sendable, Equatable {
        /// Whether the segment belongs to the request.
        package var isUpload: Bool
        /// Its number in the request or the response, from 0; nil for packets that open a connection.
        package var segment: Int?
        /// How many times in a row.
        package var times: Int
    }

    /// The name of the profile at the beginning; nil for a profile of numbers.
    package var profile: String?
    /// The sum of the delays of connection, request and response.
    package var delay = Duration.zero
    /// The total silence of retransmissions.
    package var stalled = Duration.zero
    /// How many segments were lost.
    package var lossCount = 0
    /// The first losses, up to `maximumLosses`.
    package var losses: [Loss] = []
    /// Whether a segment was lost too often, so that the connection is dead.
    package var isDead = false

    mutating func note(_ loss: Loss) {
        lossCount += 1
        if losses.count < Self.maximumLosses { losses.append(loss) }
        if loss.times >= SegmentLoss.fatalLosses { isDead = true }
    }
}
