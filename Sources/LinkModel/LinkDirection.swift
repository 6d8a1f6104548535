internal import HTTPMessage

/// One direction of a link.
public struct LinkDirection: Sendable, Hashable {
    /// Nil for as many as the machine can move. Counted in the bytes of HTTP, without the frames around them.
    public var bitsPerSecond: Int?
    public var delay: Duration
    /// The part of all segments that is lost, 0…1.
    public var loss: Double

    public init(bitsPerSecond: Int? = nil, delay: Duration = .zero, loss: Double = 0) {
        self.bitsPerSecond = bitsPerSecond
        self.delay = delay
        self.loss = loss
    }

    /// - Parameter kilobitsPerSecond: 0 for no bound.
    public init(kilobitsPerSecond: Double, delayMilliseconds: Double = 0, loss: Double = 0) {
        self.init(
            bitsPerSecond: Self.bitsPerSecond(ofKilobits: kilobitsPerSecond), delay: .milliseconds(1).scaled(by: delayMilliseconds),
            loss: loss)
    }

    /// Thousands of bits as bits: at least one. Nil for 0, which is no bound.
    public static func bitsPerSecond(ofKilobits kilobits: Double) -> Int? {
        kilobits > 0 ? Int(max(1, min(kilobits * 1000, 1e15).rounded())) : nil
    }

    /// 0 for no bound.
    public var kilobitsPerSecond: Double { bitsPerSecond.map { Double($0) / 1000 } ?? 0 }

    /// Nothing gets through.
    public var losesEverything: Bool { loss >= 1 }
}
