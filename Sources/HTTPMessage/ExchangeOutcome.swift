/// Identifies an exchange for the maker of its plan.
package struct ExchangeTicket: Sendable, Hashable {
    /// Which session made the plan, of those that share a responder. 0 when there is only one.
    package var owner: UInt64
    /// Number of the exchange among those of its owner.
    package var number: UInt64

    package init(owner: UInt64 = 0, number: UInt64) {
        self.owner = owner
        self.number = number
    }
}

/// How an exchange ended.
package struct ExchangeOutcome: Sendable, Equatable {
    /// Why an exchange ended.
    package enum Ending: Sendable, Equatable {
        /// The response was sent as planned, including a planned fault.
        case performed
        /// The client left first.
        case clientLeft
        /// The time-out expired.
        case timedOut
        /// The server stopped, the session ended during a stall, or the source of the body could not be read.
        case aborted
    }

    /// Why it ended.
    package var ending: Ending
    /// Bytes of the body that the socket accepted.
    package var bodyBytes: Int
    /// From the moment when the first byte was due to the end.
    package var sending: Duration
    /// The status that was sent; 0 if none was. Nil when that is not known.
    package var status: Int?
    /// Whether the client left while the response stalled as planned.
    package var leftStall = false

    package init(ending: Ending, bodyBytes: Int = 0, sending: Duration = .zero, status: Int? = nil) {
        self.ending = ending
        self.bodyBytes = bodyBytes
        self.sending = sending
        self.status = status
    }
}
