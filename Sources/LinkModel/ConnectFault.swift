/// What happens to new connections, in place of a response.
package enum ConnectFault: String, Sendable, CaseIterable {
    /// The connection is reset (RST).
    case reset
    /// The connection is closed in an orderly way (FIN).
    case close
    /// Silence until the client gives up.
    case stall
}
