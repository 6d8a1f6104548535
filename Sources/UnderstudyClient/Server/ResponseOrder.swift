/// The order in which a session's responses go out.
public struct ResponseOrder: Hashable, Sendable, Encodable {
    /// The schedule of the order in which the requests arrive.
    package static let arrival = "arrival"

    /// `arrival` (when nil), `reverse`, or a full order such as `o1.3.3:2-1-3`.
    public var schedule: String?
    /// Which requests take part; all when nil. The others are answered at once.
    public var requests: RequestPattern?
    /// The names of query parameters that differ from run to run, and are no part of a request's label.
    public var ignoredQueryParameters: [String]
    /// A response goes out when no request has arrived for so many milliseconds of real time; 15 when nil.
    public var settleMilliseconds: Int?
    /// How many requests take part, at most 64; the others are answered at once. 64 when nil.
    public var limit: Int?
    /// No response goes out before so many requests have arrived, or ten seconds are over; 1 when nil. It makes sure that these are in
    /// flight together, however busy the machine is.
    public var arrivals: Int?

    /// An order of responses; what is nil has its default.
    public init(
        schedule: String? = nil, requests: RequestPattern? = nil, ignoredQueryParameters: [String] = [],
        settleMilliseconds: Int? = nil, limit: Int? = nil, arrivals: Int? = nil
    ) {
        self.schedule = schedule
        self.requests = requests
        self.ignoredQueryParameters = ignoredQueryParameters
        self.settleMilliseconds = settleMilliseconds
        self.limit = limit
        self.arrivals = arrivals
    }

    private enum CodingKeys: String, CodingKey { case schedule, requests, label, settleMilliseconds, limit, arrivals }

    /// Writes the server's form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(schedule, forKey: .schedule)
        try container.encodeIfPresent(requests, forKey: .requests)
        if !ignoredQueryParameters.isEmpty { try container.encode(["ignoreQuery": ignoredQueryParameters], forKey: .label) }
        try container.encodeIfPresent(settleMilliseconds, forKey: .settleMilliseconds)
        try container.encodeIfPresent(limit, forKey: .limit)
        try container.encodeIfPresent(arrivals, forKey: .arrivals)
    }
}
