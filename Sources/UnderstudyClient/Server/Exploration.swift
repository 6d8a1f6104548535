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
/// Runs are independent: several tasks may ask for the next one, and run it at the same time.
public struct Exploration: Sendable, Identifiable {
    /// Which orders of responses an exploration shows.
    public enum Cover: String, Hashable, Sendable, Codable {
        /// The order of arrival and its reverse.
        case pairs
        /// Every order of every three responses.
        case triples
        /// Every order of every four responses.
        case quadruples
        /// Random orders, drawn from the seed.
        case random
    }

    /// One run of the test, with a session of its own.
    public struct Run: Sendable {
        /// The run's number, from 0.
        public let number: Int
        /// How many runs are planned so far; nil when the server cannot tell yet.
        public let plannedRuns: Int?
        /// The order of its responses, for ``ResponseOrder/schedule``.
        public let schedule: String
        /// What the run is to show, for people. Nil when the server does not say.
        public let purpose: String?
        /// The run's session, which ``Exploration/finish(_:passed:fileID:filePath:line:column:)`` ends.
        public let session: UnderstudySession
    }

    /// The exploration's id.
    public let id: String
    let server: UnderstudyServer

    /// The next run; nil when there is none any more. Waits while it depends on the result of a run under way.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
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
            number: next.run, plannedRuns: next.of, schedule: next.schedule, purpose: next.purpose,
            session: UnderstudySession(next.session, of: server, strict: false))
    }

    /// Tells a run's result, and ends its session.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func finish(
        _ run: Run, passed: Bool, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await server.admin.call(
            "POST", "/explorations/\(id)/runs/\(run.number)", body: ["passed": passed],
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// What the exploration has found out so far.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func report(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> ExplorationReport {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await server.admin.call("GET", "/explorations/\(id)", at: callSite).decode(ExplorationReport.self, at: callSite)
    }

    /// Ends the exploration with the sessions of its runs, and tells what it has found out.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
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
    ///   - maximumRuns: how many runs there are at most; those that make a failure smaller count too. At most 1,024.
    ///   - seed: the seed of random orders; the server's when nil.
    ///   - order: which requests take part, and when a session has settled. It has no schedule.
    ///   - session: what each run's session is to have.
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
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
