import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The app is right in every order of its responses.
@Suite(.understudy(mocks: "mocks"), .everyOrder(order: .patient)) @MainActor struct EveryOrderTests {
    @Test func theNewestSearchIsShown() async throws { try await Scenes.theNewestSearchIsShown { $0.search() } }
    @Test func pagesAreShownInTheirOrder() async throws { try await Scenes.pagesAreShownInTheirOrder { $0.feed() } }
    @Test func aNewBookmarkSurvivesARefresh() async throws { try await Scenes.aNewBookmarkSurvivesARefresh { $0.bookmarks() } }
}

/// The same tests find the bugs of three other models, each of which is right when responses come in the order of their requests.
@Suite @MainActor struct PlantedBugsTests {
    @Test(
        .finds("the response to GET /api/pose?tags=jump #1 comes before the response to GET /api/pose?tags=ju #1"),
        .understudy(mocks: "mocks"), .everyOrder(order: .patient))
    func theLastResponseWins() async throws { try await Scenes.theNewestSearchIsShown { LastResponseWins(client: $0.feedClient) } }

    @Test(.finds("comes before the response to GET /api/pose/all"), .understudy(mocks: "mocks"), .everyOrder(order: .patient))
    func pagesAreAppendedAsTheyCome() async throws {
        try await Scenes.pagesAreShownInTheirOrder { PagesAsTheyCome(client: $0.feedClient) }
    }

    @Test(
        .finds("the response to POST /api/bookmark/325 #1 comes before the response to GET /api/bookmark/feed"),
        .understudy(mocks: "mocks", allowsUnusedStubs: true), .everyOrder(order: .patient))
    func aRefreshOverwrites() async throws {
        try await Scenes.aNewBookmarkSurvivesARefresh { RefreshOverwrites(client: $0.feedClient) }
    }
}

extension ResponseOrder {
    /// A busy machine takes longer to send a request and to show a response.
    static let patient = ResponseOrder(settleMilliseconds: 60)
}
