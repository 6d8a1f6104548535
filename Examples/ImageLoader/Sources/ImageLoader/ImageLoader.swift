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
        // An album's pictures all at once: the default of 6 would hold two of them back.
        configuration.httpMaximumConnectionsPerHost = 8
        return URLSession(configuration: configuration)
    }()

    private let album: URL
    private let chances: any SecondChances
    private var links: Task<[String], any Error>?
    /// How many times the links were asked for.
    private var generation = 0

    public init(album: URL, chances: any SecondChances = OnePerPicture()) {
        self.album = album
        self.chances = chances
    }

    /// The pictures in the album's order, or why one is missing.
    public nonisolated func pictures() async throws -> [Result<Data, ImageError>] {
        let count = try await currentLinks().links.count
        return await withTaskGroup(of: (Int, Result<Data, ImageError>).self) { group in
            for number in 0..<count { group.addTask { (number, await self.picture(number)) } }
            return await group.reduce(into: Array(repeating: .failure(.cut), count: count)) { $0[$1.0] = $1.1 }
        }
    }

    /// One picture, by its place in the album.
    public func picture(_ number: Int) async -> Result<Data, ImageError> {
        while true {
            var generation: Int?
            do {
                let current = try await currentLinks()
                generation = current.generation
                let data = try await Self.load(current.links[number])
                await chances.hasCome(number)
                return .success(data)
            } catch {
                guard let error = error as? ImageError else { return .failure(.cut) }
                guard error == .cut || error == .status(403), await chances.mayTryAgain(number) else { return .failure(error) }
                if error == .status(403), let generation { forgetLinks(of: generation) }
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
