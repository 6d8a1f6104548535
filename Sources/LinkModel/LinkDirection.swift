internal import HTTPMessage

/// One direction of a link.
package struct LinkDirection: Sendable, Hashable {
    /// Nil for no limit. Counts the bytes of HTTP, without frames around them.
    package var bitsPerSecond: Int?
    /// One-way delay.
    package var delay: Duration
    /// The fraction of segments that are lost, 0…1.
    package var loss: Double

    package init(bitsPerSecond: Int? = nil, delay: Duration = .zero, loss: Double = 0) {
        self.bitsPerSecond = bitsPerSecond
        self.delay = delay
        self.loss = loss
    }

    /// - Parameter kilobitsPerSecond: 0 for no limit.
    package init(kilobitsPerSecond: Double, delayMilliseconds: Double = 0, loss: Double = 0) {
        self.init(
            bitsPerSecond: Self.bitsPerSecond(ofKilobits: kilobitsPerSecond), delay: .milliseconds(1).scaled(by: delayMilliseconds),
            loss: loss)
    }

    /// Converts thousands of bits to bits, at least one. Nil for 0, which means no limit.
    package static func bitsPerSecond(ofKilobits kilobits: Double) -> Int? {
        kilobits > 0 ? Int(max(1, min(kilobits * 1000, 1e15).rounded())) : nil
    }

    /// 0 for no limit.
    package var kilobitsPerSecond: Double { bitsPerSecond.map { Double($0) / 1000 } ?? 0 }

    /// Whether nothing gets through.
    package var losesEverything: Bool { loss >= 1 }
}
