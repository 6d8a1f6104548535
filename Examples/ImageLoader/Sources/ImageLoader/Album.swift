/// An album as the API sends it: links to pictures, each signed for a short time.
public struct Album: Hashable, Sendable, Codable {
    public let links: [String]

    public init(links: [String]) { self.links = links }
}
