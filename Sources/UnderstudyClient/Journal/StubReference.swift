/// A stub by its id, and by its name if it has one.
public struct StubReference: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The stub's id.
    public let id: String
    /// The stub's name; nil when it has none.
    public let name: String?
    /// Where its file defines it: `mappings/feed.json:3:1`. Nil for a stub that a test has made, and where the server does not say.
    public let place: String?

    /// A reference to a stub.
    public init(id: String, name: String? = nil, place: String? = nil) {
        self.id = id
        self.name = name
        self.place = place
    }

    /// The name in quotes, or else the id.
    public var description: String { name.map { "\"\($0)\"" } ?? id }
}
