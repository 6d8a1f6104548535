/// The phase of a connection's current exchange. A value without a socket or library.
///
///                 ┌──────────────────────┐
///     idle ─▶ receiving ─▶ deciding ─▶ queued ─▶ streaming ─▶ idle
///                 ⇅            ⇅                     ⇅
///             suspended    suspended             suspended
///
/// The line above: a response before the body. Besides, `complete` leads back to idle from every phase but idle and closed, also when the
/// client has left, and `close` leads to closed, the last phase, from every other one. Any step that is not in the diagram is refused and
/// changes nothing.
///
/// While a body is paused, the connection is suspended, too, and the phase stays `receiving` (`Exchange.pauseBody`).
struct ExchangeState: Equatable {
    enum Phase: UInt8, CaseIterable {
        /// Waiting for a request line.
        case idle
        /// Head or body are arriving.
        case receiving
        /// The request is complete and has no response yet.
        case deciding
        /// The library ignores the connection.
        case suspended
        /// The library has the response.
        case queued
        /// The library asks for the body piece by piece.
        case streaming
        case closed
    }

    private(set) var phase = Phase.idle
    private var resumesTo = Phase.idle

    init() {}

    /// The state as two bytes, for an atomic.
    init(bits: UInt16) {
        phase = Phase(rawValue: UInt8(truncatingIfNeeded: bits)) ?? .closed
        resumesTo = Phase(rawValue: UInt8(truncatingIfNeeded: bits >> 8)) ?? .closed
    }

    var bits: UInt16 { UInt16(phase.rawValue) | UInt16(resumesTo.rawValue) << 8 }

    /// The request line has been read.
    mutating func begin() -> Bool { move(to: .receiving, if: phase == .idle) }

    /// The request is complete.
    mutating func receivedAll() -> Bool { move(to: .deciding, if: phase == .receiving) }

    mutating func suspend() -> Bool {
        let from = phase
        guard move(to: .suspended, if: from == .receiving || from == .deciding || from == .streaming) else { return false }
        resumesTo = from
        return true
    }

    /// Returns to the phase before the suspension.
    mutating func resume() -> Bool { move(to: resumesTo, if: phase == .suspended) }

    /// A response may also come before the body (refusals).
    mutating func queue() -> Bool { move(to: .queued, if: phase == .deciding || phase == .receiving) }

    /// The first or a further call for the body.
    mutating func stream() -> Bool { move(to: .streaming, if: phase == .queued || phase == .streaming) }

    /// The exchange is over, in whatever way.
    mutating func complete() -> Bool { move(to: .idle, if: phase != .idle && phase != .closed) }

    mutating func close() -> Bool { move(to: .closed, if: phase != .closed) }

    private mutating func move(to next: Phase, if isLegal: Bool) -> Bool {
        if isLegal { phase = next }
        return isLegal
    }
}
