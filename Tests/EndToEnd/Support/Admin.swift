import Foundation
import FoundationNetworking
import Testing

/// The admin API, as a test uses it.
struct Admin: Sendable {
    let server: RunningServer

    /// Puts a scenario into a state: how a trick of the sample is switched on.
    func set(_ scenario: String, _ state: String) async throws {
        try await send("PUT", "scenarios/\(scenario)/state", ["state": state])
    }

    func resetScenarios() async throws { try await send("POST", "scenarios/reset") }

    func add(_ mapping: [String: any Sendable]) async throws { try await send("POST", "mappings", mapping, expected: 201) }

    /// How many requests came that meet the pattern.
    func count(_ pattern: [String: any Sendable]) async throws -> Int {
        try #require(try await send("POST", "requests/count", pattern)["count"] as? Int)
    }

    /// The requests that meet the pattern, oldest first.
    func find(_ pattern: [String: any Sendable]) async throws -> [[String: Any]] {
        let found = try #require(try await send("POST", "requests/find", pattern)["requests"] as? [[String: Any]])
        return found.sorted { ($0["loggedDate"] as? Int ?? 0) < ($1["loggedDate"] as? Int ?? 0) }
    }

    /// What the answers to requests below a path were delayed by, in milliseconds, by their URLs.
    func delays(of path: String) async throws -> [String: Int] {
        let events = try #require(try await send("GET", "requests")["requests"] as? [[String: Any]])
        var delays: [String: Int] = [:]
        for event in events {
            guard let url = (event["request"] as? [String: Any])?["url"] as? String, url.hasPrefix(path) else { continue }
            delays[url] = try #require((event["timing"] as? [String: Any])?["addedDelay"] as? Int)
        }
        return delays
    }

    @discardableResult
    func send(
        _ method: String, _ path: String, _ body: [String: any Sendable]? = nil, expected: Int = 200
    ) async throws -> [String: Any] {
        var request = URLRequest(url: server.http.appending(path: "__admin/\(path)"))
        request.httpMethod = method
        if let body { request.httpBody = try JSONSerialization.data(withJSONObject: body) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode
        try #require(status == expected, "\(method) \(path): \(String(decoding: data, as: UTF8.self))")
        return (try? JSONSerialization.jsonObject(with: data) as? [String: Any]) ?? [:]
    }
}
