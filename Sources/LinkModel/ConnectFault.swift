/// What becomes of new connections, in place of a response.
package enum ConnectFault: String, Sendable, CaseIterable {
    /// RST.
    case reset
    /// FIN, in good order.
    case close
    /// Silence until the client gives up.
    case stall
}
