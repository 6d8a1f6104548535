/// Decides how far a response may go out by now: a hold, a clock that a test moves, a link of limited speed.
///
/// Belongs to one exchange. The wire asks before the head and before each piece of the body, on the connection's worker thread; the
/// other methods may be called on any thread. Nothing here may block.
///
/// Of a response without a body (HEAD, 204, 304, an empty one) only the head is asked for. With a body that goes in chunks the last chunk is
/// asked for too, at the body's full length. A fault of the plan comes once the regulator lets the response go on at the fault's moment.
///
/// A stop that hastens waits for no moment (`.waitUntil`), and sends at once; what `.wait` waits for is for the responder to end, in
/// `HTTPResponder.stopping`. An abort ends both.
package protocol ResponseRegulator: AnyObject, Sendable {
    /// Whether the response may go on, and how far.
    /// - Parameters:
    ///   - place: what would be sent next.
    ///   - wake: to be called once, on any thread, when it makes sense to ask again. Only after `.wait`; it may be called before the
    ///     method returns.
    func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance
    /// The exchange is over, in whatever way: nothing is asked any more, and `wake` need not be called. Called once.
    func ended()
}

/// How far a response has gone out.
package enum SendingPlace: Sendable, Equatable {
    /// Nothing has been sent.
    case head
    /// The head has been sent, and so many bytes of the body.
    case body(Int)
}

/// What a regulator lets the wire do.
package enum SendingAllowance: Sendable {
    /// Send the head (before the head), or at most that many bytes more of the body, which is more than 0. The wire asks again for what
    /// follows.
    case bytes(Int)
    /// Nothing, until `wake` is called.
    case wait
    /// Nothing, until that moment of `CLOCK_MONOTONIC`, in nanoseconds. Real time, whatever the session's clock is.
    case waitUntil(Int64)
    /// Before the head: perform this plan in its place, under the ticket of the first one; its regulator is asked, if it has one, and both
    /// are told of the end. Within the body: the connection is closed.
    case replace(WirePlan)
    /// Break the response off here.
    case breakOff(WireFault.Effect)

    /// Everything.
    package static let everything = SendingAllowance.bytes(Int.max)
}

/// Decides how fast a request's body is read. Belongs to one exchange, and is asked on the connection's worker thread. Must not block.
package protocol UploadRegulator: AnyObject, Sendable {
    /// A piece of the body has been read. The request is whole for the responder only when the last moment has come.
    /// - Parameter received: how many bytes of the body have been read so far.
    /// - Returns: when to read on, as a moment of `CLOCK_MONOTONIC` in nanoseconds; nil at once.
    func resumption(after received: Int) -> Int64?
    /// What the kernel should hold of the connection's incoming bytes at most; nil to leave its own value.
    var receiveBufferBytes: Int? { get }
}
