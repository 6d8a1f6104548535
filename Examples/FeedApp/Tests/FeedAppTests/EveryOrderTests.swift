import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The app is right in every order of its responses.
@Suite(.understudy(mocks: "mocks")) @MainActor struct EveryOrderTests {
    @Test(.everyOrder(order: .of(2))) func theNewestSearchIsShown() async throws { try await Scenes.theNewestSearchIsShown { $0.search() } }
    @Test(.everyOrder(order: .of(3))) func pagesAreShownInTheirOrder() async throws {
        try await Scenes.pagesAreShownInTheirOrder { $0.feed() }
    }
    @Test(.everyOrder(order: .of(2))) func aNewBookmarkSurvivesARefresh() async throws {
        try await Scenes.aNewBookmarkSurvivesARefresh { $0.bookmarks() }
    }
}

/// The same tests find the bugs of three other models, each of which is right when responses come in the order of their requests.
@Suite @MainActor struct PlantedBugsTests {
    @Test(
        .finds("the response to GET /api/pose?tags=jump #1 comes before the response to GET /api/pose?tags=ju #1"),
        .understudy(mocks: "mocks"), .everyOrder(order: .slowly(2)))
    func theLastResponseWins() async throws { try await Scenes.theNewestSearchIsShown { LastResponseWins(client: $0.feedClient) } }

    @Test(.finds("comes before the response to GET /api/pose/all"), .understudy(mocks: "mocks"), .everyOrder(order: .slowly(3)))
    func pagesAreAppendedAsTheyCome() async throws {
        try await Scenes.pagesAreShownInTheirOrder { PagesAsTheyCome(client: $0.feedClient) }
    }

    @Test(
        .finds("the response to POST /api/bookmark/325 #1 comes before the response to GET /api/bookmark/feed"),
        .understudy(mocks: "mocks", allowsUnusedStubs: true), .everyOrder(order: .slowly(2)))
    func aRefreshOverwrites() async throws {
        try await Scenes.aNewBookmarkSurvivesARefresh { RefreshOverwrites(client: $0.feedClient) }
    }
}

extension ResponseOrder {
    /// That many requests are in flight together, even if a busy machine takes long to send them.
    static func of(_ requests: Int) -> ResponseOrder { ResponseOrder(arrivals: requests) }
    /// A bug that is not found fails the test, so here each response is on the screen before the next one, on a busy machine as well.
    static func slowly(_ requests: Int) -> ResponseOrder { ResponseOrder(settleMilliseconds: 400, arrivals: requests) }
}
