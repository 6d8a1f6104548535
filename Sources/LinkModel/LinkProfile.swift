/// What a link between client and server is like.
public struct LinkProfile: Sendable, Hashable {
    /// Apple's name; nil for one that was given by numbers.
    public var name: String?
    /// To the client.
    public var down: LinkDirection
    /// To the server.
    public var up: LinkDirection
    /// What every new connection costs on top.
    public var dnsDelay: Duration
    /// What becomes of new connections; nil for nothing.
    public var connectFault: ConnectFault?

    public init(
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
    public var isTransparent: Bool {
        down == LinkDirection() && up == LinkDirection() && dnsDelay == .zero && connectFault == nil
    }

    /// There and back.
    var roundTrip: Duration { up.delay + down.delay }
}
