/// What a link lets pass.
package enum LinkAllowance: Sendable, Equatable {
    /// At most that many bytes more: more than 0.
    case bytes(Int)
    /// Nothing, until that moment. It may make sense to ask earlier: when the link changes.
    case waitUntil(Int64)
    /// Nothing, until the link changes.
    case wait
    /// Nothing any more: the connection is dead.
    case dead
}
