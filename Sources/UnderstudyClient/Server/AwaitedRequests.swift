/// The body of a wait for requests: a pattern's fields, and two more beside them.
struct AwaitedRequests: Encodable, Sendable {
    let pattern: RequestPattern
    let count: Int
    let timeoutMilliseconds: Int

    private enum CodingKeys: String, CodingKey { case count, timeoutMilliseconds }

    func encode(to encoder: any Encoder) throws {
        try pattern.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try container.encode(timeoutMilliseconds, forKey: .timeoutMilliseconds)
    }
}
