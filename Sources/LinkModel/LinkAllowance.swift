/// How much a link lets through.
package enum LinkAllowance: Sendable, Equatable {
    /// At most this many more bytes, more than 0.
    case bytes(Int)
    /// Nothing until this moment. Asking earlier makes sense when the link changes.
    case waitUntil(Int64)
    /// Nothing until the link changes.
    case wait
    /// Nothing more: the connection is dead.
    case dead
}
