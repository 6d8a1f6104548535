/// A link that traffic takes: one of Apple's profiles by name, numbers, or a profile with some numbers changed.
///
/// What is nil is as in the profile, or without a profile 0 for none.
///
/// ```swift
/// let slow: NetworkProfile = .threeG
/// let lossy = NetworkProfile(profile: "LTE", downLoss: 0.02)
/// ```
public struct NetworkProfile: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// What happens to a new connection in place of a response.
    public enum ConnectFault: String, Hashable, Sendable, Codable {
        /// The connection is reset.
        case reset
        /// The connection is closed in an orderly way.
        case close
        /// Nothing is sent, and the connection stays open.
        case stall
    }

    /// The profile's name, e.g. `3G`; nil for numbers alone.
    public var profile: String?
    /// The rate of responses, in 1,000 bits per second; 0 for no bound.
    public var downKilobitsPerSecond: Double?
    /// The rate of requests, in 1,000 bits per second; 0 for no bound.
    public var upKilobitsPerSecond: Double?
    /// The delay before the response, in milliseconds.
    public var downDelayMilliseconds: Double?
    /// The delay before the request, in milliseconds.
    public var upDelayMilliseconds: Double?
    /// The part of segments that is lost on the way to the client, 0…1.
    public var downLoss: Double?
    /// The part of segments that is lost on the way to the server, 0…1.
    public var upLoss: Double?
    /// The delay of each new connection, as if a name were looked up, in milliseconds.
    public var dnsDelayMilliseconds: Double?
    /// What happens to each new connection in place of a response. Nil for nothing.
    public var connectFault: ConnectFault?

    /// A profile by its name, numbers, or a profile with some numbers changed.
    public init(
        profile: String? = nil, downKilobitsPerSecond: Double? = nil, upKilobitsPerSecond: Double? = nil,
        downDelayMilliseconds: Double? = nil, upDelayMilliseconds: Double? = nil, downLoss: Double? = nil, upLoss: Double? = nil,
        dnsDelayMilliseconds: Double? = nil, connectFault: ConnectFault? = nil
    ) {
        self.profile = profile
        self.downKilobitsPerSecond = downKilobitsPerSecond
        self.upKilobitsPerSecond = upKilobitsPerSecond
        self.downDelayMilliseconds = downDelayMilliseconds
        self.upDelayMilliseconds = upDelayMilliseconds
        self.downLoss = downLoss
        self.upLoss = upLoss
        self.dnsDelayMilliseconds = dnsDelayMilliseconds
        self.connectFault = connectFault
    }

    /// A profile by its name, e.g. `"3G"`.
    public init(stringLiteral value: String) { self.init(profile: value) }

    /// No link: traffic is not slowed.
    public static let off: NetworkProfile = "off"
    /// Nothing arrives, in either direction.
    public static let completeLoss: NetworkProfile = "100% Loss"
    /// 780 kbit/s down, 330 up, 100 ms each way.
    public static let threeG: NetworkProfile = "3G"
    /// 240 kbit/s down, 200 up, 400 and 440 ms.
    public static let edge: NetworkProfile = "Edge"
    /// 50 Mbit/s down, 10 up, 50 and 65 ms.
    public static let lte: NetworkProfile = "LTE"
    /// 2 Mbit/s down, 256 kbit/s up, 5 ms each way.
    public static let dsl: NetworkProfile = "DSL"
    /// 40 Mbit/s down, 33 up, 1 ms each way.
    public static let wiFi: NetworkProfile = "Wi-Fi"
    /// 250 Mbit/s down, 100 up, 1 ms each way.
    public static let wiFi80211ac: NetworkProfile = "Wi-Fi 802.11ac"
    /// 1 Mbit/s, 500 ms and 10 % of losses each way.
    public static let veryBad: NetworkProfile = "Very Bad Network"
    /// 3 s for each new connection.
    public static let highLatencyDNS: NetworkProfile = "High Latency DNS"

    private enum CodingKeys: String, CodingKey {
        case profile, downKilobitsPerSecond, upKilobitsPerSecond, downDelayMilliseconds, upDelayMilliseconds, downLoss, upLoss,
            dnsDelayMilliseconds, connectFault
    }

    /// Reads a profile's name, or the object.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(profile: name)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Double? { try container.decodeIfPresent(Double.self, forKey: key) }
        self.init(
            profile: try container.decodeIfPresent(String.self, forKey: .profile),
            downKilobitsPerSecond: try number(.downKilobitsPerSecond), upKilobitsPerSecond: try number(.upKilobitsPerSecond),
            downDelayMilliseconds: try number(.downDelayMilliseconds), upDelayMilliseconds: try number(.upDelayMilliseconds),
            downLoss: try number(.downLoss), upLoss: try number(.upLoss), dnsDelayMilliseconds: try number(.dnsDelayMilliseconds),
            connectFault: try container.decodeIfPresent(ConnectFault.self, forKey: .connectFault))
    }

    /// Writes the profile's name alone when no number differs from it, else the object.
    public func encode(to encoder: any Encoder) throws {
        if let profile, self == NetworkProfile(profile: profile) {
            try profile.encode(to: encoder)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(profile, forKey: .profile)
        try container.encodeIfPresent(downKilobitsPerSecond, forKey: .downKilobitsPerSecond)
        try container.encodeIfPresent(upKilobitsPerSecond, forKey: .upKilobitsPerSecond)
        try container.encodeIfPresent(downDelayMilliseconds, forKey: .downDelayMilliseconds)
        try container.encodeIfPresent(upDelayMilliseconds, forKey: .upDelayMilliseconds)
        try container.encodeIfPresent(downLoss, forKey: .downLoss)
        try container.encodeIfPresent(upLoss, forKey: .upLoss)
        try container.encodeIfPresent(dnsDelayMilliseconds, forKey: .dnsDelayMilliseconds)
        try container.encodeIfPresent(connectFault, forKey: .connectFault)
    }
}
