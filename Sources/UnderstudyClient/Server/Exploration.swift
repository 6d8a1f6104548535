/// A test that runs under many orders of its responses.
///
/// ```swift
/// let exploration = try await server.explore(.triples)
/// while let run = try await exploration.next() {
///     let passed = await showsTheNewestSearch(run.session.baseURL)
///     try await exploration.finish(run, passed: passed)
/// }
/// let report = try await exploration.end()
/// ```
///
/// Runs are independent, so several may go on at the same time.
public struct Exploration: Sendable, Identifiable {
    /// Which orders are shown.
    public enum Cover: String, Hashable, Sendable, Codable {
        /// The order of arrival and its reverse.
        case pairs
        /// Every order of every three responses.
        case triples
        /// Every order of every four responses.
        case quadruples
        /// Random ones.
        case random
    }

    /// One run of the test, with a session of its own.
    public struct Run: Sendable {
        /// Its number, from 0.
        public let number: Int
        /// How many runs are planned so far.
        public let of: Int?
        /// The order of its responses.
        public let schedule: String
        /// What it is for.
        public let purpose: String?
        /// Its session.
        public let session: UnderstudySession
    }

    /// Its id.
    public let id: String
    let server: UnderstudyServer

    /// The next run; nil when there is none any more. Waits while it depends on the result of a run under way.
    public func next(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> Run? {
        struct Next: Decodable {
            let run: Int
            let of: Int?
            let schedule: String
            let purpose: String?
            let session: SessionAddress
        }
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let reply = try await server.admin.call("POST", "/explorations/\(id)/next", at: callSite)
        if reply.status == 204 { return nil }
        let next = try reply.decode(Next.self, at: callSite)
        return Run(
            number: next.run, of: next.of, schedule: next.schedule, purpose: next.purpose,
            session: UnderstudySession(next.session, of: server, strict: false))
    }

    /// Tells a run's result, and ends its session.
    public func finish(
        _ run: Run, passed: Bool, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await server.admin.call(
            "POST", "/explorations/\(id)/runs/\(run.number)", body: ["passed": passed],
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// What it has found out so far.
    public func report(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> ExplorationReport {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await server.admin.call("GET", "/explorations/\(id)", at: callSite).decode(ExplorationReport.self, at: callSite)
    }

    /// Ends it with the sessions of its runs, and tells what it has found out.
    @discardableResult
    public func end(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> ExplorationReport {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await server.admin.call("DELETE", "/explorations/\(id)", at: callSite).decode(ExplorationReport.self, at: callSite)
    }
}

extension UnderstudyServer {
    /// Begins an exploration.
    ///
    /// - Parameters:
    ///   - cover: which orders are shown.
    ///   - maximumRuns: runs that make a failure smaller count too; at most 1,024.
    ///   - seed: the server's when nil.
    ///   - order: which requests take part, and when a session has settled. Without a schedule.
    ///   - session: what each run's session is to have.
    public func explore(
        _ cover: Exploration.Cover = .triples, maximumRuns: Int = 64, seed: UInt64? = nil, order: ResponseOrder? = nil,
        session: SessionDefinition = SessionDefinition(), fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws -> Exploration {
        struct Definition: Encodable {
            let cover: Exploration.Cover
            let maximumRuns: Int
            let seed: UInt64?
            let order: ResponseOrder?
            let session: SessionDefinition
        }
        struct Begun: Decodable { let id: String }
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let definition = Definition(cover: cover, maximumRuns: maximumRuns, seed: seed, order: order, session: session)
        let reply = try await admin.call("POST", "/explorations", body: definition, at: callSite)
        return Exploration(id: try reply.decode(Begun.self, at: callSite).id, server: self)
    }
}
