/// How long a session waits before it releases a response.
package struct ReleaseSettings: Sendable, Hashable {
    /// How long no request may have arrived, and the client must have had the last response, for a run to count as settled.
    package var settle = Duration.milliseconds(15)
    /// How many requests of a run take part; later ones are not held. At most `FullOrder.maximumCount`.
    package var limit = FullOrder.maximumCount
    /// How long a release waits for the client to acknowledge the previous response.
    package var acknowledgement = Duration.seconds(5)
    /// How long a replay waits for the next request of its order before it diverges.
    package var divergence = Duration.seconds(2)
    /// How long a replay lets the client process a response before it releases the next one: a third of `settle`.
    package var pause: Duration { settle / 3 }

    package init() {}
}
