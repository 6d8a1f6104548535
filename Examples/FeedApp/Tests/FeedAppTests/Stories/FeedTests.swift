import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The first story: pages of a feed.
@Suite(.understudy(mocks: "mocks")) @MainActor struct FeedTests {
    @Test func theNextPageComesWhenTheUserScrolls() async throws {
        let feed = try App.current.feed()
        await feed.loadNextPage()
        #expect(feed.poses.first?.id == 325)
        #expect(feed.poses.count == 8)
        await feed.loadNextPage()
        #expect(feed.poses.count == 16)
        #expect(!feed.isAtEnd)
        await feed.loadNextPage()
        #expect(feed.poses.count == 21)
        #expect(feed.isAtEnd)
        await feed.loadNextPage()
        try await UnderstudySession.current.verify(inOrder: [.feedPage(0), .feedPage(1), .feedPage(2)])
        try await UnderstudySession.current.verify(.get("/api/pose/all"), .exactly(3))
    }

    @Test(.understudy(scenarioStates: ["pose-feed": "empty"])) func anEmptyFeedSaysSo() async throws {
        let feed = try App.current.feed()
        await feed.loadNextPage()
        #expect(feed.poses.isEmpty)
        #expect(feed.message == .empty)
    }

    @Test(arguments: [("unauthorized", FeedModel.Message.logIn), ("not-found", .notFound), ("server-error", .tryAgain)])
    func aStatusIsASentenceOnTheScreen(state: String, message: FeedModel.Message) async throws {
        let session = try UnderstudySession.current
        try await session.setScenario("pose-feed", to: state)
        let feed = App(on: session).feed()
        await feed.loadNextPage()
        #expect(feed.message == message)
        #expect(feed.poses.isEmpty)
    }

    @Test(.understudy(scenarioStates: ["pose-feed": "transport-error"])) func aBrokenConnectionCanBeTriedAgain() async throws {
        let feed = try App.current.feed()
        await feed.loadNextPage()
        #expect(feed.message == .tryAgain)
        try await UnderstudySession.current.resetScenarios()
        await feed.loadNextPage()
        #expect(feed.message == nil)
        #expect(feed.poses.count == 8)
    }

    @Test(.understudy(clock: .manual, scenarioStates: ["pose-feed": "slow"])) func aPageThatTakes800MillisecondsIsWaitedFor() async throws {
        let session = try UnderstudySession.current
        let feed = App(on: session).feed()
        let scroll = Task { await feed.loadNextPage() }
        try await session.awaitRequests(.feedPage(0))
        #expect(feed.isLoading)
        try await session.clock.advance(milliseconds: 800)
        await scroll.value
        #expect(!feed.isLoading)
        #expect(feed.poses.count == 8)
    }

    @Test(.understudy(clock: .manual, scenarioStates: ["pose-feed": "fails-twice"])) func aBusyServerIsAskedThreeTimes() async throws {
        let session = try UnderstudySession.current
        let clock = session.serverClock()
        let feed = App(on: session, clock: clock).feed()
        let scroll = Task { await feed.loadNextPage() }
        for pause in [1, 2] {
            // The pause and the time-out.
            try await clock.awaitSleepers(2)
            try await clock.advance(by: .seconds(pause))
        }
        await scroll.value
        #expect(feed.poses.count == 8)
        try await session.verify(.feedPage(0), .exactly(3))
    }

    @Test(.understudy(clock: .manual) { Stub.feedPage(0).respond(json: PosePage.of(1...8)).delay(milliseconds: 60_000) })
    func theAppGivesUpAfterFiveSeconds() async throws {
        let session = try UnderstudySession.current
        let clock = session.serverClock()
        let feed = App(on: session, clock: clock).feed()
        let scroll = Task { await feed.loadNextPage() }
        try await session.awaitRequests(.feedPage(0))
        try await clock.awaitSleepers()
        try await clock.advance(by: .seconds(5))
        await scroll.value
        #expect(feed.message == .tooSlow)
    }

    @Test(arguments: 1...4) func theFeedIsFilteredByPeople(count: Int) async throws {
        let app = try App.current
        let poses = try await app.feedClient.poses(ofPeople: count)
        #expect(!poses.isEmpty)
        try await app.session.verify(.get("/api/pose").query("peopleCount", "\(count)"))
    }
}
