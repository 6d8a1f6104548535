/// How long a session waits before it releases a response.
package struct ReleaseSettings: Sendable, Hashable {
    /// How long no request may have arrived, and the client must have had the last response, for a run to count as settled.
    package var settle = Duration.milliseconds(15)
    /// How many requests must have arrived before the first response is released.
    package var arrivals = 1
    /// How long the first response waits for them; then it is released all the same.
    package var gathering = Duration.seconds(10)
    /// The window before the first response of a run; `settle` if nil. A client takes longer for its first requests than for later ones.
    package var opening: Duration?
    /// How many requests of a run take part; later ones are not held. At most `FullOrder.maximumCount`.
    package var limit = FullOrder.maximumCount
    /// How long a release waits for the client to acknowledge the previous response.
    package var acknowledgement = Duration.seconds(5)
    /// How long a replay waits for the next request of its order before it diverges.
    package var divergence = Duration.seconds(2)
    /// How long a replay lets the client process a response before it releases the next one: a third of `settle`.
    package var pause: Duration { settle / 3 }
    /// The window when every request of the earlier runs has arrived, so that only the client's work on a response is waited for.
    package var calm: Duration { min(settle, max(pause, .milliseconds(10))) }
    /// The window while a request is expected, because it arrived at this point in an earlier run.
    package var patience: Duration { max(settle * 4, .milliseconds(250)) }
    /// The window after a first run that failed: ten times as long, but not because of that longer than a second.
    package var unhurried: Duration { max(settle, min(settle * 10, .seconds(1))) }

    package init() {}
}
