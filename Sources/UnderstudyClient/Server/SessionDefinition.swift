/// What a session is to have from its first moment.
public struct SessionDefinition: Hashable, Sendable, Encodable {
    /// For people.
    public var name: String?
    /// Whether a request that nothing answers makes the report fail.
    public var strict: Bool?
    /// Whether it gets ports of its own, so that its URLs have no prefix. Ports suit every client.
    public var ports: Bool?
    /// What its clock follows; real time when nil.
    public var clock: ClockMode?
    /// The link that its traffic takes; the server's when nil.
    public var network: NetworkProfile?
    /// The seed of its random draws; the server's when nil.
    public var seed: UInt64?
    /// States of scenarios that do not begin in their first one.
    public var scenarioStates: [String: String]?
    /// Its first stubs; of those that match alike the last one wins.
    public var mappings: [Stub]?
    /// Names of stubs in the order in which they are to respond.
    public var expectInOrder: [String]?
    /// The order in which responses go out.
    public var order: ResponseOrder?
    /// The session ends when it was idle that long, by real time; ten minutes when nil.
    public var ttlMilliseconds: Int?
    /// W3C trace ids whose requests belong to it.
    public var traceIds: [String]?

    /// A session. Nothing is sent before it is used.
    public init(
        name: String? = nil, strict: Bool? = nil, ports: Bool? = true, clock: ClockMode? = nil, network: NetworkProfile? = nil,
        seed: UInt64? = nil, scenarioStates: [String: String]? = nil, mappings: [Stub]? = nil, expectInOrder: [String]? = nil,
        order: ResponseOrder? = nil, ttlMilliseconds: Int? = nil, traceIds: [String]? = nil
    ) {
        self.name = name
        self.strict = strict
        self.ports = ports
        self.clock = clock
        self.network = network
        self.seed = seed
        self.scenarioStates = scenarioStates
        self.mappings = mappings
        self.expectInOrder = expectInOrder
        self.order = order
        self.ttlMilliseconds = ttlMilliseconds
        self.traceIds = traceIds
    }
}
