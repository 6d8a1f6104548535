import Foundation
import FoundationNetworking

/// The app of the first story, in small: pages of a feed by URLSession, their pictures in parallel, a cache of its own.
///
/// It is told base URLs, and nothing of being tested.
actor FeedClient {
    struct Pose: Decodable, Equatable, Sendable {
        var poseId: Int
        var imageKey: URL
        var createdAt: String
        var updatedAt: String
    }

    struct StatusError: Error, Equatable {
        var status: Int
    }

    /// How a picture came.
    enum Delivery: Equatable, Sendable {
        case downloaded
        /// 304.
        case revalidated
        /// From the cache, without a request.
        case kept
    }

    struct Picture: Sendable {
        var data: Data
        var contentType: String
        var delivery: Delivery
    }

    private struct Entry {
        var picture: Picture
        var entityTag: String?
        var freshUntil: Date
    }

    private struct Page: Decodable {
        struct Item: Decodable { var poseInfo: Pose }
        var content: [Item]
    }

    private let api: URL
    private let session: URLSession
    private var cache: [URL: Entry] = [:]

    init(api: URL) {
        self.api = api
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 8
        session = URLSession(configuration: configuration)
    }

    func page(_ number: Int, of path: String = "api/pose/all", _ query: [String: String] = [:]) async throws -> [Pose] {
        var components = URLComponents(url: api.appending(path: path), resolvingAgainstBaseURL: false)
        let items = ["pageNumber": "\(number)", "pageSize": "8"].merging(query) { $1 }
        components?.queryItems = items.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        guard let url = components?.url else { throw URLError(.badURL) }
        let (data, response) = try await session.data(from: url)
        try Self.check(response)
        return try JSONDecoder().decode(Page.self, from: data).content.map(\.poseInfo)
    }

    /// All pages, up to the first empty one.
    func scrollToTheEnd() async throws -> [[Pose]] {
        var pages: [[Pose]] = []
        while true {
            let page = try await page(pages.count)
            if page.isEmpty { return pages }
            pages.append(page)
        }
    }

    /// The pictures of these poses, all at once.
    func pictures(of poses: [Pose]) async -> [Int: Result<Picture, any Error>] {
        await withTaskGroup(of: (Int, Result<Picture, any Error>).self) { group in
            for pose in poses {
                group.addTask {
                    do {
                        return (pose.poseId, .success(try await self.picture(pose.imageKey)))
                    } catch {
                        return (pose.poseId, .failure(error))
                    }
                }
            }
            var results: [Int: Result<Picture, any Error>] = [:]
            for await (id, result) in group { results[id] = result }
            return results
        }
    }

    func picture(_ url: URL) async throws -> Picture {
        var request = URLRequest(url: url)
        if let entry = cache[url] {
            if entry.freshUntil > Date() {
                var picture = entry.picture
                picture.delivery = .kept
                return picture
            }
            if let tag = entry.entityTag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        }
        let (data, response) = try await session.data(for: request)
        if let entry = cache[url], (response as? HTTPURLResponse)?.statusCode == 304 {
            var picture = entry.picture
            picture.delivery = .revalidated
            return picture
        }
        let head = try Self.check(response)
        let picture = Picture(data: data, contentType: head.value(forHTTPHeaderField: "Content-Type") ?? "", delivery: .downloaded)
        cache[url] = Entry(picture: picture, entityTag: head.value(forHTTPHeaderField: "ETag"), freshUntil: Date() + Self.lifetime(head))
        return picture
    }

    @discardableResult
    private static func check(_ response: URLResponse) throws -> HTTPURLResponse {
        guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard head.statusCode == 200 else { throw StatusError(status: head.statusCode) }
        return head
    }

    /// Seconds, by `Cache-Control: max-age`.
    private static func lifetime(_ head: HTTPURLResponse) -> TimeInterval {
        let value = head.value(forHTTPHeaderField: "Cache-Control") ?? ""
        guard let match = value.firstMatch(of: #/max-age=(\d+)/#) else { return 0 }
        return TimeInterval(match.1) ?? 0
    }
}
