/// A stub by its id, and by its name if it has one.
public struct StubReference: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Its id.
    public let id: String
    /// Its name.
    public let name: String?

    /// The name in quotes, or else the id.
    public var description: String { name.map { "\"\($0)\"" } ?? id }
}
