import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The first story: the filtered feed, while the user types.
@Suite(.understudy(mocks: "mocks")) @MainActor struct SearchTests {
    @Test(.understudy(clock: .manual)) func onlyWhatTheUserStoppedAtIsAskedFor() async throws {
        let session = try UnderstudySession.current
        let clock = session.serverClock()
        let search = App(on: session, clock: clock).search()
        let keys = ["j", "ju", "jump"]
        let typing = keys.map { text in Task { await search.type(text) } }
        try await clock.awaitSleepers(keys.count)
        try await clock.advance(by: .milliseconds(299))
        try await session.verify(.get("/api/pose"), .never)
        try await clock.advance(by: .milliseconds(1))
        for key in typing { await key.value }
        #expect(search.results.count == 4)
        try await session.verify(.get("/api/pose"), .once)
        try await session.verify(.get("/api/pose").query("tags", "jump"), .once)
    }
}
