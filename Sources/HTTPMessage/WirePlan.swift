/// What the wire does to respond to one request. The engine makes plans; the wire performs them.
package struct WirePlan: Sendable {
    /// What is sent.
    package var response: Response
    /// How it is sent; nil, the common case, means at once and without a fault.
    package var performance: Performance?
    /// Passed to `HTTPResponder.finished` when the exchange ends; nil when the end need not be reported.
    package var ticket: ExchangeTicket?
    /// Whether the connection is closed after this response.
    package var closesConnection = false
    /// Whether the wire calls `HTTPResponder.delivered` when the peer has acknowledged the response's last byte. Needs a ticket.
    package var tellsDelivery = false
    /// The first of `ownFields` if it is an id; nil for none.
    package var idField: IDField?
    /// The others of `ownFields`.
    package var furtherFields: HeaderFields = []
}

extension WirePlan {
    package init(_ response: Response, performance: Performance? = nil, ticket: ExchangeTicket? = nil) {
        self.init(response: response, performance: performance, ticket: ticket)
    }

    /// Fields of this exchange only, sent before those of the response, so that exchanges with different identifiers can share a response.
    /// `Connection`, `Date` and the fields that the wire writes are not allowed.
    package var ownFields: HeaderFields {
        get { idField.map { HeaderFields([$0.field] + Array(furtherFields)) } ?? furtherFields }
        set {
            idField = nil
            furtherFields = newValue
        }
    }

    /// Whether there are none.
    package var hasNoOwnFields: Bool { idField == nil && furtherFields.isEmpty }
}

/// The timing and the fault of one response, with all random decisions made.
///
/// The values are in one object that is never changed, so that a plan without a performance is small, and passing it on costs little.
package struct Performance: Sendable, Equatable {
    private struct Values: Sendable {
        var initialDelay: Duration
        var pace: Pace?
        var fault: WireFault?
        var regulator: (any ResponseRegulator)?
    }

    private final class Box: Sendable {
        let values: Values

        init(_ values: Values) { self.values = values }
    }

    private var box: Box

    private var values: Values {
        get { box.values }
        set { box = Box(newValue) }
    }

    /// Delay before the first byte of the response.
    package var initialDelay: Duration {
        get { box.values.initialDelay }
        set { values.initialDelay = newValue }
    }
    /// How fast the body is sent; nil for as fast as possible.
    package var pace: Pace? {
        get { box.values.pace }
        set { values.pace = newValue }
    }
    /// The fault that ends the response, or the upload before it; nil for none.
    package var fault: WireFault? {
        get { box.values.fault }
        set { values.fault = newValue }
    }
    /// Asked after the delay, before the head and before each piece of the body; nil when there is none. Ignored by `==`.
    package var regulator: (any ResponseRegulator)? {
        get { box.values.regulator }
        set { values.regulator = newValue }
    }

    package init(
        initialDelay: Duration = .zero, pace: Pace? = nil, fault: WireFault? = nil, regulator: (any ResponseRegulator)? = nil
    ) {
        box = Box(Values(initialDelay: initialDelay, pace: pace, fault: fault, regulator: regulator))
    }

    /// Compares everything except the regulator.
    package static func == (left: Performance, right: Performance) -> Bool {
        left.initialDelay == right.initialDelay && left.pace == right.pace && left.fault == right.fault
    }
}

extension Performance {
    /// The same with all times multiplied; the fault is unchanged.
    package func scaled(by factor: Double) -> Performance {
        guard factor != 1 else { return self }
        var scaled = self
        scaled.initialDelay = initialDelay.scaled(by: factor)
        if case .chunks(let count, let duration) = pace { scaled.pace = .chunks(count, over: duration.scaled(by: factor)) }
        return scaled
    }
}

/// How fast a body is sent.
package enum Pace: Sendable, Equatable {
    /// The body in this many parts, each sent after an equal share of the duration (WireMock's chunkedDribbleDelay).
    case chunks(Int, over: Duration)
}

/// A fault on the wire: what happens, and when.
package struct WireFault: Sendable, Equatable {
    /// What happens.
    package enum Effect: Sendable, Equatable {
        /// The connection is reset (RST).
        case reset
        /// The connection is closed in an orderly way (FIN), even if more bytes were announced.
        case close
        /// Nothing more is sent. The connection is closed when the client gives up, the server stops, or the stall limit is over (ten
        /// minutes by default).
        case stall
        /// These bytes are sent in place of the rest, then the connection is closed.
        case garbage([UInt8])
    }

    /// When it happens.
    package enum Moment: Sendable, Equatable {
        /// During an upload, after the number of bytes that `Admission.breakBody` names. Valid only there.
        case requestBody
        /// In place of the response: no byte of it is sent.
        case beforeHeaders
        /// After the head, which announces the full length; no byte of the body is sent.
        case afterHeaders
        /// After this many bytes of the body.
        case bodyBytes(Int)
        /// After the last byte of the body.
        case end
    }

    /// What happens.
    package var effect: Effect
    /// When it happens.
    package var moment: Moment

    package init(_ effect: Effect, at moment: Moment) {
        self.effect = effect
        self.moment = moment
    }
}

extension WireFault.Moment {
    /// In bytes of the body; negative before the head.
    package var position: Int {
        switch self {
        case .requestBody, .beforeHeaders: -1
        case .afterHeaders: 0
        case .bodyBytes(let count): max(0, count)
        case .end: Int.max
        }
    }
}
