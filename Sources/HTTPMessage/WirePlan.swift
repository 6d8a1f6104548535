/// What the wire shall do to answer one request. The engine makes plans, the wire performs them.
package struct WirePlan: Sendable {
    package var response: Response
    /// How it is sent; nil, the common case, means at once and whole.
    package var performance: Performance?
    /// Handed back to `HTTPResponder.finished` when the exchange is over; nil when nobody wants to know.
    package var ticket: ExchangeTicket?
    /// The connection is closed after this answer.
    package var closesConnection = false
    /// Whether `HTTPResponder.delivered` is to be called when the peer has acknowledged the response's last byte. Needs a ticket.
    package var tellsDelivery = false
    /// Fields of this answer alone, sent before those of its response: so that a response can be shared by answers that each have
    /// a name of their own. None of them may be `Connection`, `Date` or one of the wire's own.
    package var ownFields: HeaderFields = []

    package init(_ response: Response, performance: Performance? = nil, ticket: ExchangeTicket? = nil) {
        self.response = response
        self.performance = performance
        self.ticket = ticket
    }
}

/// Time and faults of one answer, all decided: nothing in it is drawn or looked up any more.
package struct Performance: Sendable, Equatable {
    /// Silence before the first byte of the answer.
    package var initialDelay: Duration
    package var pace: Pace?
    /// At most one for each moment; performed in the order in which their moments come.
    package var faults: [WireFault]
    /// Asked after the delay, before the head and before each piece of the body; nil for none. Not compared by `==`.
    package var regulator: (any ResponseRegulator)?

    package init(
        initialDelay: Duration = .zero, pace: Pace? = nil, faults: [WireFault] = [], regulator: (any ResponseRegulator)? = nil
    ) {
        self.initialDelay = initialDelay
        self.pace = pace
        self.faults = faults
        self.regulator = regulator
    }

    package static func == (left: Performance, right: Performance) -> Bool {
        left.initialDelay == right.initialDelay && left.pace == right.pace && left.faults == right.faults
    }
}

extension Performance {
    /// The same with every time multiplied; faults stay.
    package func scaled(by factor: Double) -> Performance {
        guard factor != 1 else { return self }
        var scaled = self
        scaled.initialDelay = initialDelay.scaled(by: factor)
        if case .chunks(let count, let duration) = pace { scaled.pace = .chunks(count, over: duration.scaled(by: factor)) }
        return scaled
    }
}

/// How fast a body goes out.
package enum Pace: Sendable, Equatable {
    /// The body in this many parts; each is sent after an equal share of the duration (WireMock's chunkedDribbleDelay).
    case chunks(Int, over: Duration)
}

/// A fault on the wire: what happens, and when.
package struct WireFault: Sendable, Equatable {
    package enum Effect: Sendable, Equatable {
        /// The connection is reset (RST).
        case reset
        /// The connection is closed in good order (FIN), whatever was announced.
        case close
        /// Nothing more is sent. The connection is closed when the client gives up, the server stops, or a long time has passed (ten
        /// minutes, unless the wire is told otherwise).
        case stall
        /// These bytes in place of the rest, then close.
        case garbage([UInt8])
    }

    package enum Moment: Sendable, Equatable {
        /// Halfway through an upload; given to the wire by `Admission.breakBody` only.
        case requestBody
        /// In place of the answer: not one byte of it is sent.
        case beforeHeaders
        /// The head is sent, with the full length announced, and no byte of the body.
        case afterHeaders
        /// After that many bytes of the body.
        case bodyBytes(Int)
        /// After the last byte of the body.
        case end
    }

    package var effect: Effect
    package var moment: Moment

    package init(_ effect: Effect, at moment: Moment) {
        self.effect = effect
        self.moment = moment
    }
}
