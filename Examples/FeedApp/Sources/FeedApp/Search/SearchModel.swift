/// The search by tags: it waits until the user has stopped typing, and shows what the newest text finds.
@MainActor public final class SearchModel {
    public private(set) var results: [Int] = []
    private var newest = 0
    private let client: FeedClient
    private let clock: any Clock<Duration>

    public init(client: FeedClient, clock: any Clock<Duration> = ContinuousClock()) {
        self.client = client
        self.clock = clock
    }

    /// The user has changed the text. The request is sent 300 ms later, unless another change comes first.
    public func type(_ text: String) async {
        newest += 1
        let number = newest
        guard (try? await clock.sleep(for: .milliseconds(300))) != nil, number == newest else { return }
        await search(text)
    }

    /// The user presses return: the request is sent at once.
    public func search(_ text: String) async {
        newest += 1
        let number = newest
        let found = (try? await client.poses(tagged: text).map(\.id)) ?? []
        if number == newest { results = found }
    }
}
