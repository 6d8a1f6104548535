import FeedApp
import Foundation
import UnderstudyClient
import UnderstudyTesting

/// The app under test. It does not know that it is tested: only its base URL differs, and its clock where a test moves it.
struct App {
    let session: UnderstudySession
    let api: APIClient
    let clock: any Clock<Duration>

    init(on session: UnderstudySession, clock: any Clock<Duration> = ContinuousClock()) {
        self.session = session
        api = APIClient(baseURL: session.baseURL)
        self.clock = clock
    }

    /// The app of the test that runs.
    static var current: App { get throws { App(on: try .current) } }

    var feedClient: FeedClient { FeedClient(api: api, clock: clock) }
    @MainActor func feed(pageSize: Int = 8) -> FeedModel { FeedModel(client: feedClient, pageSize: pageSize) }
    @MainActor func bookmarks(of user: Int = 0) -> BookmarksModel { BookmarksModel(client: feedClient, user: user) }
    @MainActor func search() -> SearchModel { SearchModel(client: feedClient, clock: clock) }
    @MainActor func counter() -> CounterModel { CounterModel(api: api) }
    func joke() -> JokeModel { JokeModel(client: JokeClient(api: api)) }
    func points() -> PointsLoader { PointsLoader(api: api) }
    func findAddress() -> FindAddress { FindAddress(repository: RemoteAddressRepository(api: api)) }
}

extension RequestPatternBuilder {
    /// The request for a page of the feed.
    static func feedPage(_ number: Int) -> Self { get("/api/pose/all").query("pageNumber", "\(number)") }
}

extension PosePage {
    /// A page of poses with these numbers. Nobody loads their pictures.
    static func of(_ numbers: some Sequence<Int>) -> PosePage {
        PosePage(numbers.map { Pose(poseId: $0, imageKey: "https://pictures.example/\($0).jpg") })
    }
}
