/// A point of interest.
public struct PointOfInterest: Hashable, Sendable, Codable {
    public let name: String

    public init(name: String) { self.name = name }
}
