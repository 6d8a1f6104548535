/// The API of feeds. It asks again when the server is busy, and gives up after five seconds.
public struct FeedClient: Sendable {
    let api: APIClient
    let clock: any Clock<Duration>

    public init(api: APIClient, clock: any Clock<Duration> = ContinuousClock()) {
        self.api = api
        self.clock = clock
    }

    public func page(_ number: Int, size: Int = 8) async throws -> [Pose] {
        try await poses("api/pose/all", query: [("pageNumber", "\(number)"), ("pageSize", "\(size)")])
    }

    public func poses(tagged tags: String) async throws -> [Pose] { try await poses("api/pose", query: [("tags", tags)]) }

    public func poses(ofPeople count: Int) async throws -> [Pose] { try await poses("api/pose", query: [("peopleCount", "\(count)")]) }

    public func bookmarks(of user: Int) async throws -> [Pose] {
        try await poses("api/bookmark/feed", query: [("userId", "\(user)"), ("pageNumber", "0"), ("pageSize", "8")])
    }

    public func addBookmark(_ pose: Int) async throws { try await api.send("POST", "api/bookmark/\(pose)") }

    private func poses(_ path: String, query: [(name: String, value: String)]) async throws -> [Pose] {
        try await within(.seconds(5), on: clock) {
            for pause in [Duration.seconds(1), .seconds(2)] {
                do {
                    return try await (api.get(path, query: query) as PosePage).poses
                } catch APIError.status(503) {
                    try await clock.sleep(for: pause)
                }
            }
            return try await (api.get(path, query: query) as PosePage).poses
        }
    }
}
