/// The properties of a link between client and server.
package struct LinkProfile: Sendable, Hashable {
    /// Apple's name, or `off`; nil for a profile of numbers.
    package var name: String?
    /// To the client.
    package var down: LinkDirection
    /// To the server.
    package var up: LinkDirection
    /// Additional delay of every new connection.
    package var dnsDelay: Duration
    /// What happens to new connections; nil for nothing special.
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

    /// Whether it neither slows down nor loses nor breaks anything.
    package var isTransparent: Bool {
        down == LinkDirection() && up == LinkDirection() && dnsDelay == .zero && connectFault == nil
    }

    /// There and back.
    var roundTrip: Duration { up.delay + down.delay }
}
