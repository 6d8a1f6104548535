import FeedApp

/// Bug: a list from before the user's change replaces what has changed.
@MainActor final class RefreshOverwrites: BookmarksScreen {
    private(set) var bookmarks: Set<Int> = []
    private let client: FeedClient

    init(client: FeedClient) { self.client = client }

    func refresh() async {
        guard let poses = try? await client.bookmarks(of: 0) else { return }
        bookmarks = Set(poses.map(\.id))
    }

    func add(_ pose: Int) async {
        guard (try? await client.addBookmark(pose)) != nil else { return }
        bookmarks.insert(pose)
    }
}
