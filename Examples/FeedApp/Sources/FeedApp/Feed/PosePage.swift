/// A page of a feed as the API sends it.
public struct PosePage: Hashable, Sendable, Codable {
    public struct Item: Hashable, Sendable, Codable {
        public let poseInfo: Pose
    }

    public let content: [Item]

    public init(_ poses: [Pose]) { content = poses.map(Item.init) }

    public var poses: [Pose] { content.map(\.poseInfo) }
}
