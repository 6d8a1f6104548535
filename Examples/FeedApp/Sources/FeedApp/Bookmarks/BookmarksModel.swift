/// The screen of bookmarks. What the user adds is shown at once.
@MainActor public final class BookmarksModel {
    public private(set) var bookmarks: Set<Int> = []
    public private(set) var isEmptyScreenVisible = false
    public private(set) var message: String?
    private var changes = 0
    private let client: FeedClient
    private let user: Int

    public init(client: FeedClient, user: Int = 0) {
        self.client = client
        self.user = user
    }

    /// Shows what the server has. A list from before the user's last change is asked for again.
    public func refresh() async {
        do {
            var seen: Int
            var poses: [Pose]
            repeat {
                seen = changes
                poses = try await client.bookmarks(of: user)
            } while seen != changes
            bookmarks = Set(poses.map(\.id))
            isEmptyScreenVisible = bookmarks.isEmpty
        } catch {
            message = "Try again"
        }
    }

    /// The user taps the bookmark of a pose.
    public func add(_ pose: Int) async {
        bookmarks.insert(pose)
        changes += 1
        do {
            try await client.addBookmark(pose)
        } catch {
            bookmarks.remove(pose)
            message = "Try again"
        }
        changes += 1
    }
}
