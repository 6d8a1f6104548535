internal import HTTPMessage

/// What limits a response all the way: a link of limited speed. It is asked last, when nothing else keeps the response back. One thread at
/// a time; must not block.
protocol ResponseFlow: AnyObject, Sendable {
    /// How far the response may go.
    /// - Parameters:
    ///   - place: what would be sent next. Bytes that are allowed and not sent, because something else allows fewer, are asked for again.
    ///   - most: how many bytes of the body may be sent otherwise; not more than that is to be allowed.
    ///   - now: the machine's time, in nanoseconds of `CLOCK_MONOTONIC`.
    ///   - changed: to be called on any thread when it makes sense to ask again, after `wait`, or earlier than told after `waitUntil`.
    func allowance(at place: SendingPlace, most: Int, now: Int64, changed: @escaping @Sendable () -> Void) -> SendingAllowance
    /// The exchange is over.
    func ended()
}
