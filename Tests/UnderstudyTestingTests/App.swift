import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an app under test does: it sends requests.
enum App {
    static func get(_ url: URL) async throws -> String { try await send("GET", url).text }

    static func send(
        _ method: String, _ url: URL, body: String? = nil, headers: [String: String] = [:]
    ) async throws -> (status: Int, text: String) {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    static func post(_ url: URL) async throws -> String { try await send("POST", url).text }
}

/// A screen that shows whatever response comes last.
actor Screen {
    private(set) var text = ""

    func show(_ text: String) { self.text = text }
}
