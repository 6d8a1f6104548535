internal import StubModel

/// What a session is called, and what it was created with. Never changes.
package struct SessionIdentity: Sendable {
    /// What requests name it by: twelve letters and digits. Empty for the server's own.
    package var id = ""
    package var name: String?
    package var isStrict = false
    /// It ends when it was idle that long, by real time; nil: never.
    package var timeToLive: Duration?
    package var traceIDs: [String] = []
    /// Of listeners of its own; nil without them.
    package var httpPort: Int?
    package var s3Port: Int?
    /// Names of stubs in the order in which they are to answer.
    package var expectedOrder: [String] = []
    /// By real time.
    package var createdAt = Timestamp(milliseconds: 0)

    init() {}

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

    /// In front of the path of URLs that lead into the session from a listener that it shares with others.
    package var urlPrefix: String { id.isEmpty ? "" : SessionCarrier.pathPrefix + id }

    /// Not from a session's seed: an id must be new in every run, for caches know the session by it.
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
