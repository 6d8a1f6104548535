import Foundation

/// A pose in a feed.
public struct Pose: Hashable, Sendable, Codable, Identifiable {
    public let poseId: Int
    /// The picture's absolute URL.
    public let imageKey: String

    public var id: Int { poseId }
    public var pictureURL: URL? { URL(string: imageKey) }

    public init(poseId: Int, imageKey: String) {
        self.poseId = poseId
        self.imageKey = imageKey
    }
}
