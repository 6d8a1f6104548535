import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends the app's requests. Only its base URL differs between the shop's server and a test's.
public struct APIClient: Sendable {
    /// The app's connections. What may be cached is the app's own decision: ``PictureCache``.
    static let connections: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }()

    /// Where the API is.
    public let baseURL: URL

    public init(baseURL: URL) { self.baseURL = baseURL }

    /// Path and query below the base URL.
    func url(_ path: String, query: [(name: String, value: String)] = []) -> URL {
        var parts = URLComponents(url: baseURL.appendingPathComponent(path), resolvingAgainstBaseURL: false) ?? URLComponents()
        if !query.isEmpty { parts.queryItems = query.map { URLQueryItem(name: $0.name, value: $0.value) } }
        return parts.url ?? baseURL
    }

    func get<Value: Decodable>(_ path: String, query: [(name: String, value: String)] = []) async throws -> Value {
        try Self.decode(try await data(URLRequest(url: url(path, query: query))))
    }

    func send(_ method: String, _ path: String) async throws {
        var request = URLRequest(url: url(path))
        request.httpMethod = method
        _ = try await data(request)
    }

    func data(_ request: URLRequest) async throws -> Data {
        let (data, response) = try await Self.respond(to: request)
        guard (200..<300).contains(response.statusCode) else { throw APIError.status(response.statusCode) }
        return data
    }

    static func decode<Value: Decodable>(_ data: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw APIError.unreadable
        }
    }

    static func respond(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do {
            let (data, response) = try await connections.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw APIError.transport }
            return (data, response)
        } catch is URLError {
            try Task.checkCancellation()
            throw APIError.transport
        }
    }
}
