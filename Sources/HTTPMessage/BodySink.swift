/// Takes the body of one request in pieces while it arrives, in place of the wire, which would keep it whole.
///
/// Belongs to one exchange (`Admission.stream`). The pieces come in order, on the connection's worker thread, so no method may block.
/// Exactly one of two things ends it: the wire asks `HTTPResponder.respond` for the response, when the whole request has arrived, or it
/// calls `abandoned`.
package protocol BodySink: AnyObject, Sendable {
    /// The next piece of the body, without chunk framing; never empty, rarely longer than 64 KiB. Copy what is needed later.
    /// - Parameter wake: call it once, on any thread, when the next piece may come. Only after `.pause`; it may be called before this
    ///   method returns.
    func take(_ piece: RawSpan, wake: @escaping @Sendable () -> Void) -> BodySinkStep
    /// The request ended before it was complete: the client left or was too slow, the body was malformed or too long, a fault broke it off,
    /// or the server stops. `respond` is not called. Called once, on any thread; nothing is called afterwards. Release `wake` then, because
    /// it keeps the exchange.
    func abandoned()
}

/// What a `BodySink` wants next.
package enum BodySinkStep: Sendable, Equatable {
    /// The next piece, as soon as it arrives.
    case more
    /// Nothing until `wake` is called, so that what is buffered stays limited. What the wire has read already may still come, up to 64 KiB;
    /// then the last piece's `wake` counts. A client that waits because of a pause is not slow.
    case pause
    /// Nothing more: the response no longer depends on the body. The wire reads the rest and drops it, up to the admitted length, and then
    /// asks for the response, because HTTP/1 clients read none before they have sent everything.
    case enough
}
