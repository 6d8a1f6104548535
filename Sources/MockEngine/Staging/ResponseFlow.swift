internal import HTTPMessage

/// Limits a response over its whole length: a link of limited speed. Called last, when nothing else keeps the response back. One thread at
/// a time; must not block.
protocol ResponseFlow: AnyObject, Sendable {
    /// How much of the response may be sent.
    /// - Parameters:
    ///   - place: what would be sent next. Bytes that were allowed and not sent, because something else allowed fewer, are requested again.
    ///   - most: how many bytes of the body everything else allows; the result must not allow more.
    ///   - now: the machine's time, in nanoseconds of `CLOCK_MONOTONIC`.
    ///   - changed: call it on any thread when the result may have changed: after `wait`, or earlier than the time given with `waitUntil`.
    func allowance(at place: SendingPlace, most: Int, now: Int64, changed: @escaping @Sendable () -> Void) -> SendingAllowance
    /// The exchange is over.
    func ended()
}
