import FeedApp

/// Bug: a page that comes before an earlier one is shown above it.
@MainActor final class PagesAsTheyCome: FeedScreen {
    private(set) var poses: [Pose] = []
    private var nextPage = 0
    private let client: FeedClient

    init(client: FeedClient) { self.client = client }

    func loadNextPage() async {
        let number = nextPage
        nextPage += 1
        poses += (try? await client.page(number)) ?? []
    }
}
