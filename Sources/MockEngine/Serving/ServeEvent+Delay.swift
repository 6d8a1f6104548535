internal import HTTPMessage

/// The delay before the first byte that a stub, a modifier or the settings add.
extension ServeEvent {
    /// The planned delay.
    var addedDelay: Duration { stagedDelay ?? plan?.performance?.initialDelay ?? .zero }

    /// Whether one is planned.
    @inline(__always) var hasDelay: Bool { (plan?.performance != nil || stagedDelay != nil) && addedDelay > .zero }

    /// Timers and multiplied times are not more exact than this.
    private static let rounding = Duration.milliseconds(1)

    /// The delay that has passed at the end of the exchange: less than the planned one if the client left, the session ended or the server
    /// stopped before it was over.
    func delay(until outcome: ExchangeOutcome) -> Duration {
        let planned = addedDelay
        guard planned > .zero else { return .zero }
        let passed: Duration =
            if let arrivalMoment {
                (session.clock.moment - arrivalMoment).scaled(by: session.clock.latencyFactor)
            } else {
                sinceArrival - processing - outcome.sending
            }
        return passed + Self.rounding >= planned ? planned : max(.zero, passed)
    }
}
