import Foundation
import UnderstudyClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an app under test does: it sends requests.
enum App {
    struct Reply: Equatable {
        var status: Int
        var text: String
        var type: String?
    }

    static func get(_ url: URL, headers: [String: String] = [:]) async throws -> Reply {
        try await send("GET", url, headers: headers)
    }

    static func send(_ method: String, _ url: URL, body: String? = nil, headers: [String: String] = [:]) async throws -> Reply {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = response as? HTTPURLResponse
        return Reply(
            status: http?.statusCode ?? 0, text: String(decoding: data, as: UTF8.self),
            type: http?.value(forHTTPHeaderField: "Content-Type"))
    }
}

/// The failure that `body` ends with. Its call sites are lines of the test; within `#expect(throws:)` they are that of the macro.
func thrown<Result>(by body: () async throws -> Result) async -> UnderstudyFailure? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? UnderstudyFailure
    }
}
