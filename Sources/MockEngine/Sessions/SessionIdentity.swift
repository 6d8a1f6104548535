internal import StubModel

/// What identifies a session, and what it was created with. Immutable.
package struct SessionIdentity: Sendable {
    /// The id that requests use: twelve letters and digits. Empty for the server's own.
    package var id = ""
    /// The name from the session's definition, for people; nil for none.
    package var name: String?
    /// Whether a request that nothing matches makes the session fail.
    package var isStrict = false
    /// It ends after this idle time, in real time; nil for never.
    package var timeToLive: Duration?
    /// Trace ids (32 hexadecimal digits) whose requests belong to the session.
    package var traceIDs: [String] = []
    /// The port of its own mock listener; nil for none.
    package var httpPort: Int?
    /// The port of its own S3 listener; nil for none.
    package var s3Port: Int?
    /// Names of stubs in the order in which they must be used.
    package var expectedOrder: [String] = []
    /// In real time.
    package var createdAt = Timestamp(milliseconds: 0)

    package init() {}

    init(_ definition: SessionDefinition, httpPort: Int? = nil, s3Port: Int? = nil, createdAt: Timestamp) {
        id = Self.newID()
        name = definition.name
        isStrict = definition.isStrict
        timeToLive = definition.timeToLive
        traceIDs = definition.traceIDs
        expectedOrder = definition.expectedOrder
        self.httpPort = httpPort
        self.s3Port = s3Port
        self.createdAt = createdAt
    }

    var ports: [Int] { [httpPort, s3Port].compactMap(\.self) }

    /// Begins the path of URLs that lead into the session from a shared listener.
    package var urlPrefix: String { id.isEmpty ? "" : SessionCarrier.pathPrefix + id }

    /// Not drawn from the session's seed: an id must be new in every run, because caches identify the session by it.
    private static func newID() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        var random = UInt64.random(in: .min ... .max)
        return String(
            decoding: (0..<12).map { _ in
                defer { random >>= 5 }
                return letters[Int(random & 31)]
            }, as: UTF8.self)
    }
}
