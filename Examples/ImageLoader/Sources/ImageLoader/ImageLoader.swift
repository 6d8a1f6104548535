import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads the pictures of an album at the same time.
///
/// A picture that was cut is loaded once more. For a link that has expired the album is asked for again, once for all of its pictures.
public actor ImageLoader {
    private static let connections: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }()

    private let album: URL
    private var links: Task<[String], any Error>?
    /// How many times the links were asked for.
    private var generation = 0

    public init(album: URL) { self.album = album }

    /// The pictures in the album's order, or why one is missing.
    public nonisolated func pictures() async throws -> [Result<Data, ImageError>] {
        let count = try await currentLinks().links.count
        return await withTaskGroup(of: (Int, Result<Data, ImageError>).self) { group in
            for number in 0..<count { group.addTask { (number, await self.picture(number)) } }
            return await group.reduce(into: Array(repeating: .failure(.cut), count: count)) { $0[$1.0] = $1.1 }
        }
    }

    private func picture(_ number: Int) async -> Result<Data, ImageError> {
        var isSecond = false
        while true {
            do {
                let (links, generation) = try await currentLinks()
                do {
                    return .success(try await Self.load(links[number]))
                } catch ImageError.status(403) where !isSecond {
                    forgetLinks(of: generation)
                } catch ImageError.cut where !isSecond {}
                isSecond = true
            } catch {
                return .failure(error as? ImageError ?? .cut)
            }
        }
    }

    private func currentLinks() async throws -> (links: [String], generation: Int) {
        if links == nil {
            generation += 1
            links = Task { [album] in try JSONDecoder().decode(Album.self, from: try await Self.load(album.absoluteString)).links }
        }
        let asked = generation
        return (try await links?.value ?? [], asked)
    }

    /// Unless somebody else has done so already.
    private func forgetLinks(of asked: Int) {
        if asked == generation { links = nil }
    }

    private static func load(_ link: String) async throws -> Data {
        guard let url = URL(string: link) else { throw ImageError.status(400) }
        do {
            let (data, response) = try await connections.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard status == 200 else { throw ImageError.status(status) }
            return data
        } catch is URLError {
            throw ImageError.cut
        }
    }
}
