/// What a link between client and server is like.
package struct LinkProfile: Sendable, Hashable {
    /// Apple's name; nil for one that was given by numbers.
    package var name: String?
    /// To the client.
    package var down: LinkDirection
    /// To the server.
    package var up: LinkDirection
    /// What every new connection costs on top.
    package var dnsDelay: Duration
    /// What becomes of new connections; nil for nothing.
    package var connectFault: ConnectFault?

    package init(
        name: String? = nil, down: LinkDirection = LinkDirection(), up: LinkDirection = LinkDirection(), dnsDelay: Duration = .zero,
        connectFault: ConnectFault? = nil
    ) {
        self.name = name
        self.down = down
        self.up = up
        self.dnsDelay = dnsDelay
        self.connectFault = connectFault
    }

    /// Whether it slows, loses and breaks nothing.
    package var isTransparent: Bool {
        down == LinkDirection() && up == LinkDirection() && dnsDelay == .zero && connectFault == nil
    }

    /// There and back.
    var roundTrip: Duration { up.delay + down.delay }
}
