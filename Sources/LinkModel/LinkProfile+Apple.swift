extension LinkProfile {
    /// The profiles of Apple's Network Link Conditioner under their names, and `off`. A rate of 0 is no limit.
    ///
    /// The source of the values is in docs/network.md.
    package static let named: [LinkProfile] = [
        LinkProfile("100% Loss", down: LinkDirection(loss: 1), up: LinkDirection(loss: 1)),
        LinkProfile(
            "3G", down: LinkDirection(kilobitsPerSecond: 780, delayMilliseconds: 100),
            up: LinkDirection(kilobitsPerSecond: 330, delayMilliseconds: 100)),
        LinkProfile(
            "DSL", down: LinkDirection(kilobitsPerSecond: 2_000, delayMilliseconds: 5),
            up: LinkDirection(kilobitsPerSecond: 256, delayMilliseconds: 5)),
        LinkProfile(
            "Edge", down: LinkDirection(kilobitsPerSecond: 240, delayMilliseconds: 400),
            up: LinkDirection(kilobitsPerSecond: 200, delayMilliseconds: 440)),
        LinkProfile("High Latency DNS", dnsDelay: .milliseconds(3_000)),
        LinkProfile(
            "LTE", down: LinkDirection(kilobitsPerSecond: 50_000, delayMilliseconds: 50),
            up: LinkDirection(kilobitsPerSecond: 10_000, delayMilliseconds: 65)),
        LinkProfile(
            "Very Bad Network", down: LinkDirection(kilobitsPerSecond: 1_000, delayMilliseconds: 500, loss: 0.1),
            up: LinkDirection(kilobitsPerSecond: 1_000, delayMilliseconds: 500, loss: 0.1)),
        LinkProfile(
            "Wi-Fi", down: LinkDirection(kilobitsPerSecond: 40_000, delayMilliseconds: 1),
            up: LinkDirection(kilobitsPerSecond: 33_000, delayMilliseconds: 1)),
        LinkProfile(
            "Wi-Fi 802.11ac", down: LinkDirection(kilobitsPerSecond: 250_000, delayMilliseconds: 1),
            up: LinkDirection(kilobitsPerSecond: 100_000, delayMilliseconds: 1)),
        off,
    ]

    /// No link: nothing is slowed down, lost or broken.
    package static let off = LinkProfile("off")

    private init(
        _ name: String, down: LinkDirection = LinkDirection(), up: LinkDirection = LinkDirection(), dnsDelay: Duration = .zero
    ) {
        self.init(name: name, down: down, up: up, dnsDelay: dnsDelay)
    }

    /// The profile of that name; nil when there is none. Case matters.
    package static func named(_ name: String) -> LinkProfile? { named.first { $0.name == name } }
}
