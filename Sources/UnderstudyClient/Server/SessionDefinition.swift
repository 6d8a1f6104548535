/// What a session is to have from its first moment. What is nil is as the server has it.
public struct SessionDefinition: Hashable, Sendable, Encodable {
    /// A name for reports and logs, e.g. the test's. Nil for none.
    public var name: String?
    /// Whether a request that nothing answers makes the report not ok. No when nil.
    public var strict: Bool?
    /// Whether the session gets ports of its own, so that its URLs have no prefix, which some clients lose. No when nil.
    public var ports: Bool?
    /// What its clock follows; real time when nil.
    public var clock: ClockMode?
    /// The link that its traffic takes; the server's when nil.
    public var network: NetworkProfile?
    /// The seed of its random draws; the server's when nil.
    public var seed: UInt64?
    /// The first states of scenarios, by name; the others begin in `Started`.
    public var scenarioStates: [String: String]?
    /// Its first stubs; of those that match alike the last one wins.
    public var mappings: [Stub]?
    /// Names of stubs in the order in which they have to respond, or the report is not ok. Any order when nil.
    public var expectInOrder: [String]?
    /// The order in which responses go out. Each goes out when it is ready when nil.
    public var order: ResponseOrder?
    /// The session ends when no request has come for so many milliseconds of real time; ten minutes when nil.
    public var ttlMilliseconds: Int?
    /// W3C trace ids whose requests belong to the session, also on the server's own ports.
    public var traceIds: [String]?

    /// What a session is to have; ports of its own unless told otherwise. Nothing is sent until
    /// ``UnderstudyServer/session(_:fileID:filePath:line:column:)`` opens it.
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
