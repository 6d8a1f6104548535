/// What keeps one response back until it is let go: a gate, the order in which a session's responses are to go out.
///
/// `arrive` is called first, and once. Then `pass` is called once if the response goes on, and `leave` if it does not; `leave` may be
/// called again, and once the hold is over: it does nothing then. Any thread; must not block, and must not call `changed` while it holds a
/// lock. The caller may hold one.
protocol ResponseHold: AnyObject, Sendable {
    /// What it is, in the journal: `gate`.
    var kind: String { get }
    /// Which one.
    var name: String { get }
    /// The response has come to it.
    /// - Parameter changed: to be called once, on any thread, when `standing` is no longer `waits`; it may be called before this returns.
    /// - Returns: what tells others of it: to be called afterwards, outside all locks.
    func arrive(_ changed: @escaping @Sendable () -> Void) -> [@Sendable () -> Void]
    var standing: HoldStanding { get }
    /// The response may pass, and does: what let it go is spent.
    func pass()
    /// The response does not go on: its client left, or it waited too long. What let it go is for another one.
    /// - Parameter unlessItMayPass: true changes nothing if it may pass by now.
    /// - Returns: whether it was waiting until now.
    @discardableResult
    func leave(unlessItMayPass: Bool) -> Bool
}

/// Where a response stands that came to a hold.
enum HoldStanding: Sendable, Equatable {
    case waits
    /// It may go on, since that moment of scripted time.
    case mayPass(since: Duration)
    /// Nobody will let it go any more, and why: a whole sentence. The response is a 503.
    case isOver(String)
}
