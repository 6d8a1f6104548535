/// How long a session waits before it releases a response.
package struct ReleaseSettings: Sendable, Hashable {
    /// A run has settled when no request has arrived for this long, and the client has the last response.
    package var settle = Duration.milliseconds(15)
    /// How many requests of a run take part; later ones are not held. At most `FullOrder.maximumCount`.
    package var limit = FullOrder.maximumCount
    /// How long a release waits for the client to acknowledge the response before.
    package var acknowledgement = Duration.seconds(5)
    /// How long a replay waits for the next request of its order before it diverges.
    package var divergence = Duration.seconds(2)
    /// How long a replay lets the client work on one response before it releases the next: a third of the window.
    package var pause: Duration { settle / 3 }

    package init() {}
}
