/// Keeps one response back until it is released: a gate, or the order of a session's responses.
///
/// `arrive` is called first, and once. Then `pass` is called once if the response continues, or `leave` if it does not; `leave` may be
/// called again, and after the hold is over, and does nothing then. Any thread; must not block. The caller may hold a lock: what `arrive` and
/// `leave` have to tell others is returned as calls.
protocol ResponseHold: AnyObject, Sendable {
    /// The kind of hold in the journal: `gate`.
    var kind: String { get }
    /// The name of the gate or order.
    var name: String { get }
    /// The response arrives at the hold.
    /// - Parameter changed: to be called once, on any thread, when `standing` is no longer `waits`; it may be called before this returns.
    /// - Returns: callbacks for others that wait for this arrival, to be called outside all locks.
    func arrive(_ changed: @escaping @Sendable () -> Void) -> [@Sendable () -> Void]
    var standing: HoldStanding { get }
    /// The response passes, which uses its release up.
    func pass()
    /// The response does not continue: its client left, or it waited too long. Its release goes to another response.
    /// - Parameters:
    ///   - unlessItMayPass: true changes nothing if it may already pass.
    ///   - calls: gets what wakes the response that may pass in its place, to be called afterwards, outside all locks.
    /// - Returns: whether it was waiting until now.
    @discardableResult
    func leave(unlessItMayPass: Bool, _ calls: inout [@Sendable () -> Void]) -> Bool
}

/// The state of a response at a hold.
enum HoldStanding: Sendable, Equatable {
    case waits
    /// It may continue, since this moment of scripted time.
    case mayPass(since: Duration)
    /// It will not be released any more; the sentence says why. The response becomes a 503.
    case isOver(String)
}
