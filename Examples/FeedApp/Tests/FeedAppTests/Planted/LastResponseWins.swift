import FeedApp

/// Bug: an older search that is slower replaces the newer one.
@MainActor final class LastResponseWins: SearchScreen {
    private(set) var results: [Int] = []
    private let client: FeedClient

    init(client: FeedClient) { self.client = client }

    func search(_ text: String) async {
        results = (try? await client.poses(tagged: text).map(\.id)) ?? []
    }
}
