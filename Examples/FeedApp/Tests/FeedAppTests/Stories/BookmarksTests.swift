import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The first story: bookmarks.
@Suite(.understudy(mocks: "mocks")) @MainActor struct BookmarksTests {
    @Test func aUserSeesTheirBookmarks() async throws {
        let screen = try App.current.bookmarks()
        await screen.refresh()
        #expect(screen.bookmarks.count == 3)
        #expect(!screen.isEmptyScreenVisible)
    }

    @Test func aUserWithoutBookmarksSeesTheEmptyScreen() async throws {
        let screen = try App.current.bookmarks(of: 7)
        await screen.refresh()
        #expect(screen.isEmptyScreenVisible)
    }

    @Test func aBookmarkIsThereWhileItIsStillSent() async throws {
        let session = try UnderstudySession.current
        try await session.stub(.post("/api/bookmark/325").respond(status: 201).hold("add"))
        let screen = App(on: session).bookmarks()
        let tap = Task { await screen.add(325) }
        try await session.gate("add").arrival()
        #expect(screen.bookmarks == [325])
        try await session.gate("add").release()
        await tap.value
        #expect(screen.bookmarks == [325])
        #expect(screen.message == nil)
    }

    @Test(.understudy { Stub.post("/api/bookmark/325").respond(status: 500).expect(.once) })
    func aBookmarkThatTheServerRefusesGoesAway() async throws {
        let screen = try App.current.bookmarks()
        await screen.add(325)
        #expect(screen.bookmarks.isEmpty)
        #expect(screen.message == "Try again")
    }
}
