import Foundation

/// The pictures of a feed's poses.
@MainActor public final class GalleryModel {
    /// What a pose's tile shows.
    public enum Tile: Hashable, Sendable {
        case picture(bytes: Int)
        case failed(PictureError)
    }

    /// By the pose's id.
    public private(set) var tiles: [Int: Tile] = [:]
    /// Called after each change of the tiles, for whoever draws them.
    public var onChange: (@MainActor () -> Void)?
    private let cache: PictureCache

    public init(cache: PictureCache) { self.cache = cache }

    /// Loads the pictures of these poses at the same time. One that fails leaves the others alone.
    public func show(_ poses: [Pose]) async {
        await withTaskGroup(of: (Int, Tile).self) { group in
            for pose in poses {
                guard let url = pose.pictureURL else { continue }
                group.addTask { [cache] in
                    do {
                        return (pose.id, .picture(bytes: try await cache.picture(url).count))
                    } catch {
                        return (pose.id, .failed(error as? PictureError ?? .cut))
                    }
                }
            }
            for await (id, tile) in group {
                tiles[id] = tile
                onChange?()
            }
        }
    }
}
