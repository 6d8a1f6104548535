package import HTTPMessage

/// What a call needs of its session.
package struct S3Session: Sendable {
    /// What the session has written.
    package let layer: SessionLayer
    /// The session's time.
    package let now: HTTPDate

    package init(layer: SessionLayer, now: HTTPDate) {
        self.layer = layer
        self.now = now
    }
}
