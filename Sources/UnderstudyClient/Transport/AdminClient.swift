internal import Foundation
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Calls of the admin API: JSON in, JSON out.
struct AdminClient: Sendable {
    /// The server's base URL, without a slash at its end.
    let baseURL: URL
    /// The session that the calls are about; the server's own when nil. The calls go to the server's own port, so that thousands of
    /// sessions share its connections.
    let session: String?
    /// What a server that is open to other machines asks for.
    let token: String?

    /// A response of the admin API, whatever its status.
    struct Reply: Sendable {
        let status: Int
        let data: Data

        /// The body as a type.
        func decode<Value: Decodable>(_ type: Value.Type, at callSite: CallSite) throws -> Value {
            do {
                return try JSONDecoder().decode(type, from: data)
            } catch {
                throw UnderstudyFailure(
                    .server, "Reading the server's response as \(type): \(error). It was: \(String(decoding: data, as: UTF8.self))",
                    at: callSite)
            }
        }

        /// The server's own words about what it refuses.
        var problem: String {
            let errors = (try? JSONDecoder().decode(JSONValue.self, from: data))?["errors"]?.arrayValue ?? []
            let texts = errors.map { error in
                let detail = error["detail"]?.stringValue.map(Self.withoutPlace)
                // The caller wrote Swift, so "Error parsing JSON" would mislead.
                let title = error["title"]?.stringValue.flatMap { $0 == "Error parsing JSON" && detail != nil ? nil : $0 }
                guard let title, let detail else { return title ?? detail ?? "" }
                return title + (detail.first?.isUppercase == true ? ". " : ": ") + detail
            }
            return texts.isEmpty ? String(decoding: data, as: UTF8.self) : texts.joined(separator: "\n")
        }

        /// Without line and column of a text that the client has written: `request body:1:120 /response/status: …`.
        private static func withoutPlace(_ detail: String) -> String {
            guard detail.hasPrefix("request body:"), let blank = detail.dropFirst(13).firstIndex(of: " ") else { return detail }
            return String(detail[blank...].dropFirst())
        }
    }

    /// A session that keeps no cache, no cookie and no limit on connections: a call that waits must not hold up the others.
    private static let urlSession: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpMaximumConnectionsPerHost = 10_000
        configuration.timeoutIntervalForRequest = 3600
        return URLSession(configuration: configuration)
    }()

    /// A call, whatever status it gets. `path` begins behind `/__admin`, already percent-encoded.
    func reply(_ method: String, _ path: String, body: (some Encodable)?, at callSite: CallSite) async throws -> Reply {
        guard let url = URL(string: baseURL.absoluteString + "/__admin" + path) else {
            throw UnderstudyFailure(.invalid, "\"\(path)\" is no path of the admin API", at: callSite)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let session { request.setValue(session, forHTTPHeaderField: "X-Understudy-Session") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            do {
                request.httpBody = try Self.encoder().encode(body)
            } catch EncodingError.invalidValue(_, let context) {
                throw UnderstudyFailure(.invalid, context.debugDescription, at: callSite)
            }
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        do {
            let (data, response) = try await Self.urlSession.data(for: request)
            return Reply(status: (response as? HTTPURLResponse)?.statusCode ?? 0, data: data)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw UnderstudyFailure(
                .server, "Calling \(method) \(url.absoluteString): \(error.localizedDescription). Is the server still running?",
                at: callSite)
        }
    }

    /// A call that has to succeed.
    @discardableResult
    func call(_ method: String, _ path: String, body: (some Encodable)?, at callSite: CallSite) async throws -> Reply {
        let reply = try await reply(method, path, body: body, at: callSite)
        guard (200..<300).contains(reply.status) else { throw refusal(of: reply, at: callSite) }
        return reply
    }

    /// A call that brings stubs and has to succeed. What is wrong with one is told with its name.
    @discardableResult
    func call(_ method: String, _ path: String, body: some Encodable, bringing stubs: [Stub], at callSite: CallSite) async throws -> Reply {
        do {
            return try await call(method, path, body: body, at: callSite)
        } catch let failure as UnderstudyFailure {
            throw failure.naming(stubs)
        }
    }

    /// A call without a body that has to succeed.
    @discardableResult
    func call(_ method: String, _ path: String, at callSite: CallSite) async throws -> Reply {
        try await call(method, path, body: JSONValue?.none, at: callSite)
    }

    /// The server's refusal as a failure.
    func refusal(of reply: Reply, at callSite: CallSite) -> UnderstudyFailure {
        UnderstudyFailure(.refused(status: reply.status), reply.problem, at: callSite)
    }

    /// A segment of a path, with everything escaped that is not plain.
    static func segment(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
