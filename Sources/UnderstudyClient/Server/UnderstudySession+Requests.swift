internal import Foundation

extension UnderstudySession {
    /// The session's journal, oldest first; of those only that meet a pattern, if there is one.
    ///
    /// ```swift
    /// let request = try #require(try await session.requests(.get("/points")).first)
    /// #expect(request.query("lat") == "37.3293")
    /// ```
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func requests(
        _ pattern: RequestPattern? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws -> [LoggedRequest] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let pattern else { return try await entries(at: callSite).map(\.request) }
        struct List: Decodable { let requests: [LoggedRequest] }
        let reply = try await admin.call("POST", "/requests/find", body: pattern, at: callSite)
        return try reply.decode(List.self, at: callSite).requests
    }

    /// The session's journal with what the server did, oldest first.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func journal(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [JournalEntry] {
        try await entries(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Waits until so many requests have come that meet the pattern. Earlier ones count, so a test cannot be too late.
    ///
    /// - Parameters:
    ///   - pattern: which requests.
    ///   - count: how many have to come.
    ///   - timeoutMilliseconds: how long to wait at most, by real time. Only a test that fails waits that long.
    /// - Returns: all requests that have come and meet the pattern, oldest first.
    /// - Throws: ``UnderstudyFailure`` with what differed in the nearest request, when they do not come in time.
    @discardableResult
    public func awaitRequests(
        _ pattern: RequestPattern, count: Int = 1, timeoutMilliseconds: Int = 10_000, fileID: String = #fileID,
        filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [JournalEntry] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        struct Found: Decodable { let requests: [JournalEntry] }
        let question = AwaitedRequests(pattern: pattern, count: count, timeoutMilliseconds: timeoutMilliseconds)
        let reply = try await admin.reply("POST", "/requests/await", body: question, at: callSite)
        switch reply.status {
        case 200:
            return try reply.decode(Found.self, at: callSite).requests
        case 408:
            let came = (try? reply.decode(Found.self, at: callSite).requests.count) ?? 0
            throw UnderstudyFailure(
                .timedOut,
                """
                \(pattern.summary) was to come \(count == 1 ? "once" : "\(count) times") within \(timeoutMilliseconds) ms, and \
                \(ExpectedCount.came(came)).
                \(try await comparison(with: pattern, at: callSite))
                """, at: callSite)
        default:
            throw admin.refusal(of: reply, at: callSite)
        }
    }

    /// How many requests have come that meet the pattern.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot tell, because its journal has dropped entries.
    public func count(
        _ pattern: RequestPattern, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> Int {
        try await count(pattern, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Makes sure that so many requests have come that meet the pattern.
    ///
    /// ```swift
    /// try await session.verify(.post("/like").body(.contains("42")), .once)
    /// ```
    ///
    /// - Throws: ``UnderstudyFailure`` with what differed in the nearest requests, or with those that came too often.
    public func verify(
        _ pattern: RequestPattern, _ expected: ExpectedCount = .once, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) async throws {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let count = try await count(pattern, at: callSite)
        if expected.isMet(by: count) { return }
        throw UnderstudyFailure(
            .unmet,
            """
            \(pattern.summary) was to come \(expected), and \(ExpectedCount.came(count)).
            \(try await comparison(with: pattern, at: callSite))
            """, at: callSite)
    }

    /// Makes sure that requests have come in this order: each pattern is met after the one before it. Others may come in between.
    ///
    /// - Throws: ``UnderstudyFailure`` with the request that is missing or came too early, and with all that came.
    public func verify(
        inOrder patterns: [RequestPattern], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        struct Verdict: Decodable {
            let inOrder: Bool
            let sentence: String?
        }
        let reply = try await admin.call("POST", "/requests/verify", body: ["inOrder": patterns], at: callSite)
        let verdict = try reply.decode(Verdict.self, at: callSite)
        if verdict.inOrder { return }
        let expected = patterns.enumerated().map { "  \($0 + 1). \($1.summary)" }.joined(separator: "\n")
        throw UnderstudyFailure(
            .unmet,
            """
            The requests did not come in this order. \(verdict.sentence ?? "")
            \(expected)
            \(Self.list(try await entries(at: callSite)))
            """, at: callSite)
    }

    /// The requests that nothing answered, each with the closest stub and what differs.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func unmatched(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [SessionReport.Unmatched] {
        try await report(fileID: fileID, filePath: filePath, line: line, column: column).unmatched
    }

    /// Empties the session's journal. The report of a strict session still names the requests that nothing answered.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func forgetRequests(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await admin.call("DELETE", "/requests", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}

// MARK: what verifications share

extension UnderstudySession {
    func entries(at callSite: CallSite) async throws -> [JournalEntry] {
        struct List: Decodable { let requests: [JournalEntry] }
        return try await admin.call("GET", "/requests?after=0", at: callSite).decode(List.self, at: callSite).requests
    }

    func count(_ pattern: RequestPattern, at callSite: CallSite) async throws -> Int {
        struct Counted: Decodable { let count: Int }
        return try await admin.call("POST", "/requests/count", body: pattern, at: callSite).decode(Counted.self, at: callSite).count
    }

    /// The nearest requests that do not meet the pattern, with what differs, and everything that came.
    private func comparison(with pattern: RequestPattern, at callSite: CallSite) async throws -> String {
        struct List: Decodable { let nearMisses: [NearMiss] }
        let reply = try await admin.call("POST", "/near-misses/request-pattern", body: pattern, at: callSite)
        let near = try reply.decode(List.self, at: callSite).nearMisses.first { !$0.diff.isEmpty }
        let nearest = near.map { "Nearest: \($0.request.map { "\($0)" } ?? "")\n\($0.diff)\n" } ?? ""
        return nearest + Self.list(try await entries(at: callSite))
    }

    /// The first twenty of them, a line each, below a heading.
    static func list(_ entries: [JournalEntry]) -> String {
        let shown = 20
        if entries.isEmpty { return "No request has come." }
        var lines = entries.prefix(shown).map { "  \($0.line)" }
        if entries.count > shown { lines.append("  … and \(entries.count - shown) more") }
        return "What has come:\n" + lines.joined(separator: "\n")
    }
}

extension JournalEntry {
    /// Such as `GET /feed?page=2 → 404, no stub`.
    var line: String {
        let status = response?.status.map { "\($0)" } ?? performed["fault"]?.stringValue ?? "no response yet"
        let who = wasMatched ? stub?.name.map { ", stub \"\($0)\"" } ?? "" : ", nothing answered"
        return "\(request) → \(status)\(who)"
    }
}
