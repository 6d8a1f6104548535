/// What a link did to one exchange.
package struct LinkReport: Sendable, Equatable {
    /// Losses that are listed; further ones are only counted.
    package static let maximumLosses = 64

    /// A segment that was lost.
    package struct Loss: Sendable, Equatable {
        package var isUpload: Bool
        /// Its number in the request or the response, from 0; nil for the packets that open a connection.
        package var segment: Int?
        /// How often in a row.
        package var times: Int
    }

    /// The name of the profile at the beginning; nil for one of numbers.
    package var profile: String?
    /// What the delays came to: of the connection, the request and the response.
    package var delay = Duration.zero
    /// The silence in which segments were sent again.
    package var stalled = Duration.zero
    /// How many segments were lost.
    package var lossCount = 0
    /// The first of them.
    package var losses: [Loss] = []
    /// A segment was lost too often.
    package var isDead = false

    mutating func note(_ loss: Loss) {
        lossCount += 1
        if losses.count < Self.maximumLosses { losses.append(loss) }
        if loss.times >= SegmentLoss.fatalLosses { isDead = true }
    }
}
