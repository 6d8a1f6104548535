internal import HTTPMessage

/// One direction of a link.
package struct LinkDirection: Sendable, Hashable {
    /// Nil for as many as the machine can move. Counted in the bytes of HTTP, without the frames around them.
    package var bitsPerSecond: Int?
    package var delay: Duration
    /// The part of all segments that is lost, 0…1.
    package var loss: Double

    package init(bitsPerSecond: Int? = nil, delay: Duration = .zero, loss: Double = 0) {
        self.bitsPerSecond = bitsPerSecond
        self.delay = delay
        self.loss = loss
    }

    /// - Parameter kilobitsPerSecond: 0 for no bound.
    package init(kilobitsPerSecond: Double, delayMilliseconds: Double = 0, loss: Double = 0) {
        self.init(
            bitsPerSecond: Self.bitsPerSecond(ofKilobits: kilobitsPerSecond), delay: .milliseconds(1).scaled(by: delayMilliseconds),
            loss: loss)
    }

    /// Thousands of bits as bits: at least one. Nil for 0, which is no bound.
    package static func bitsPerSecond(ofKilobits kilobits: Double) -> Int? {
        kilobits > 0 ? Int(max(1, min(kilobits * 1000, 1e15).rounded())) : nil
    }

    /// 0 for no bound.
    package var kilobitsPerSecond: Double { bitsPerSecond.map { Double($0) / 1000 } ?? 0 }

    /// Nothing gets through.
    package var losesEverything: Bool { loss >= 1 }
}
