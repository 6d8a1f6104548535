/// Decides how much of a response may be sent by now, for a hold, a virtual clock or a link of limited speed.
///
/// Belongs to one exchange. The wire asks before the head and before each piece of the body, on the connection's worker thread; the other
/// methods may be called on any thread. No method may block.
///
/// For a response without a body (HEAD, 204, 304, an empty one) the wire asks for the head only. For a chunked body it also asks for the
/// last chunk, at the body's full length. A fault of the plan is performed when the regulator lets the response reach the fault's moment.
///
/// A hastened stop ignores `.waitUntil` and sends at once. The responder must end `.wait` in `HTTPResponder.stopping`. An abort ends both.
package protocol ResponseRegulator: AnyObject, Sendable {
    /// Whether the response may go on, and how far.
    /// - Parameters:
    ///   - place: what would be sent next.
    ///   - wake: call it once, on any thread, when the wire should ask again. Only after `.wait`; it may be called before this method
    ///     returns.
    func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance
    /// The response stalls from now on, as its plan says.
    /// - Parameter end: ends the stall by closing the connection. Any thread; does nothing when the stall is over.
    func stalls(end: @escaping @Sendable () -> Void)
    /// The exchange has ended, in whatever way. The wire asks no more, and `wake` need not be called. Called once.
    func ended()
}

extension ResponseRegulator {
    /// Lets the stall last as long as the wire lets it.
    package func stalls(end: @escaping @Sendable () -> Void) {}
}

/// How much of a response has been sent.
package enum SendingPlace: Sendable, Equatable {
    /// Nothing has been sent.
    case head
    /// The head has been sent, and this many bytes of the body.
    case body(Int)
}

/// What the wire may do next.
package enum SendingAllowance: Sendable {
    /// Send the head (before the head), or at most this many more bytes of the body, more than 0. The wire asks again before what follows.
    case bytes(Int)
    /// Send nothing until `wake` is called.
    case wait
    /// Send nothing until this moment of `CLOCK_MONOTONIC`, in nanoseconds. Real time, whatever the session's clock is.
    case waitUntil(Int64)
    /// Before the head: perform this plan instead, under the ticket of the first one. Its own regulator, if any, is asked from now on; both
    /// regulators get `ended`. Within the body: close the connection.
    case replace(WirePlan)
    /// Break the response off here.
    case breakOff(WireFault.Effect)

    /// Send everything.
    package static let everything = SendingAllowance.bytes(Int.max)
}

/// Decides how fast a request's body is read. Belongs to one exchange; called on the connection's worker thread. Must not block.
package protocol UploadRegulator: AnyObject, Sendable {
    /// A piece of the body has been read. The responder gets the request when the last returned moment has come.
    /// - Parameters:
    ///   - received: how many bytes of the body have been read so far.
    ///   - changed: call it once, on any thread, when the returned moment no longer holds: the wire then reads on and asks again after the
    ///     next piece; behind the last piece it asks again at once, with the same number. It may be called before this method returns.
    /// - Returns: when to continue reading, as a moment of `CLOCK_MONOTONIC` in nanoseconds; nil for at once.
    func resumption(after received: Int, changed: @escaping @Sendable () -> Void) -> Int64?
    /// How many incoming bytes of the connection the kernel should buffer at most; nil to leave its default.
    var receiveBufferBytes: Int? { get }
}
