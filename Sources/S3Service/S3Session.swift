package import HTTPMessage

/// What a call needs of its session.
package struct S3Session: Sendable {
    /// What the session has written.
    package let layer: SessionLayer
    /// The session's time.
    package let now: HTTPDate
    /// Gets what the call changes; nil when nobody asks.
    package let changes: S3ChangeList?
    /// Whether the call gets the whole object, whatever its conditions and its range, unless it writes.
    package let readsWhole: Bool

    package init(layer: SessionLayer, now: HTTPDate, changes: S3ChangeList? = nil, readsWhole: Bool = false) {
        self.layer = layer
        self.changes = changes
        self.now = now
        self.readsWhole = readsWhole
    }
}
