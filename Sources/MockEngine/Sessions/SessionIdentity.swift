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
    /// Its own listeners; nil for none.
    package var listeners: SessionListeners?
    /// Names of stubs in the order in which they must be used.
    package var expectedOrder: [String] = []
    /// In real time.
    package var createdAt = Timestamp(milliseconds: 0)

    package init() {}

    init(_ definition: SessionDefinition, listeners: SessionListeners? = nil, createdAt: Timestamp) {
        id = Self.newID()
        name = definition.name
        isStrict = definition.isStrict
        timeToLive = definition.timeToLive
        traceIDs = definition.traceIDs
        expectedOrder = definition.expectedOrder
        self.listeners = listeners
        self.createdAt = createdAt
    }

    var ports: [Int] { listeners?.ports ?? [] }

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
