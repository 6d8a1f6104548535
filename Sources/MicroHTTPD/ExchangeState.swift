/// Where one connection's current exchange is. Pure: no socket, no library.
///
///     idle ─▶ receiving ─▶ deciding ─▶ queued ─▶ streaming ─▶ idle
///                 ⇅            ⇅                     ⇅
///             suspended    suspended             suspended
///
/// From everywhere: `complete` (back to idle; also what a client that left comes to) and `close` (for good).
/// A step that is not in the picture is refused, and nothing changes.
struct ExchangeState: Equatable {
    enum Phase: UInt8, CaseIterable {
        /// Waiting for a request line.
        case idle
        /// Head or body are coming in.
        case receiving
        /// The request is whole, and has no answer yet.
        case deciding
        /// The library does not look at the connection.
        case suspended
        /// The answer is with the library.
        case queued
        /// The library asks for the body piece by piece.
        case streaming
        case closed
    }

    private(set) var phase = Phase.idle
    private var resumesTo = Phase.idle

    init() {}

    /// In two bytes, for an atomic.
    init(bits: UInt16) {
        phase = Phase(rawValue: UInt8(truncatingIfNeeded: bits)) ?? .closed
        resumesTo = Phase(rawValue: UInt8(truncatingIfNeeded: bits >> 8)) ?? .closed
    }

    var bits: UInt16 { UInt16(phase.rawValue) | UInt16(resumesTo.rawValue) << 8 }

    /// The request line is there.
    mutating func begin() -> Bool { move(to: .receiving, if: phase == .idle) }

    /// Everything is there.
    mutating func receivedAll() -> Bool { move(to: .deciding, if: phase == .receiving) }

    mutating func suspend() -> Bool {
        let from = phase
        guard move(to: .suspended, if: from == .receiving || from == .deciding || from == .streaming) else { return false }
        resumesTo = from
        return true
    }

    /// Back to where it was suspended.
    mutating func resume() -> Bool { move(to: resumesTo, if: phase == .suspended) }

    /// An answer may also come before the body (refusals).
    mutating func queue() -> Bool { move(to: .queued, if: phase == .deciding || phase == .receiving) }

    /// The first call for the body, and each further one.
    mutating func stream() -> Bool { move(to: .streaming, if: phase == .queued || phase == .streaming) }

    /// Done with, in whatever way.
    mutating func complete() -> Bool { move(to: .idle, if: phase != .idle && phase != .closed) }

    mutating func close() -> Bool { move(to: .closed, if: phase != .closed) }

    private mutating func move(to next: Phase, if isLegal: Bool) -> Bool {
        if isLegal { phase = next }
        return isLegal
    }
}
