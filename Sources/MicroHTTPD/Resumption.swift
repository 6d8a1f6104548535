/// How long a regulator keeps a request's body back.
struct Resumption {
    /// When reading continues, of `MonotonicClock`.
    let moment: Int64
    /// Called by the regulator when the moment no longer holds.
    let changed: Waker

    /// Whether the moment is still to come.
    var isAhead: Bool { moment > MonotonicClock.now() }
}
