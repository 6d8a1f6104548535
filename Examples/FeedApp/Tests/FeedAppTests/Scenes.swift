import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// What the user does, and what has to be on the screen whatever comes first. Each request is sent when the one before it has arrived.
@MainActor enum Scenes {
    static func theNewestSearchIsShown(_ screen: (App) -> some SearchScreen) async throws {
        let app = try App.current
        try await app.session.stub {
            Stub.get("/api/pose").query("tags", "ju").respond(json: PosePage.of([1]))
            Stub.get("/api/pose").query("tags", "jump").respond(json: PosePage.of([2]))
        }
        let search = screen(app)
        let older = Task { await search.search("ju") }
        try await app.session.awaitRequests(.get("/api/pose").query("tags", "ju"))
        let newer = Task { await search.search("jump") }
        await older.value
        await newer.value
        #expect(search.results == [2])
    }

    static func pagesAreShownInTheirOrder(_ screen: (App) -> some FeedScreen) async throws {
        let app = try App.current
        let feed = screen(app)
        var scrolls: [Task<Void, Never>] = []
        for number in 0..<3 {
            scrolls.append(Task { await feed.loadNextPage() })
            try await app.session.awaitRequests(.feedPage(number))
        }
        for scroll in scrolls { await scroll.value }
        #expect(feed.poses.map(\.id) == feed.poses.map(\.id).sorted(by: >))
        #expect(feed.poses.count == 21)
    }

    static func aNewBookmarkSurvivesARefresh(_ screen: (App) -> some BookmarksScreen) async throws {
        let app = try App.current
        try await app.session.stub {
            Stub.get("/api/bookmark/feed").respond(json: PosePage.of([1])).scenario("bookmarks")
            Stub.get("/api/bookmark/feed").respond(json: PosePage.of([1, 325])).scenario("bookmarks", in: "added")
            Stub.post("/api/bookmark/325").respond(status: 201).scenario("bookmarks", then: "added")
        }
        let bookmarks = screen(app)
        let refresh = Task { await bookmarks.refresh() }
        try await app.session.awaitRequests(.get("/api/bookmark/feed"))
        let tap = Task { await bookmarks.add(325) }
        await refresh.value
        await tap.value
        #expect(bookmarks.bookmarks == [1, 325])
    }
}

/// What the scenes need of a screen.
@MainActor protocol SearchScreen: Sendable {
    var results: [Int] { get }
    func search(_ text: String) async
}

/// What the scenes need of a screen.
@MainActor protocol FeedScreen: Sendable {
    var poses: [Pose] { get }
    func loadNextPage() async
}

/// What the scenes need of a screen.
@MainActor protocol BookmarksScreen: Sendable {
    var bookmarks: Set<Int> { get }
    func refresh() async
    func add(_ pose: Int) async
}

extension SearchModel: SearchScreen {}
extension FeedModel: FeedScreen {}
extension BookmarksModel: BookmarksScreen {}
