/// A gate in a session: responses wait at it until the test releases them. It is there when a stub names it (`.hold("page-1")`).
///
/// ```swift
/// let page = session.gate("page-1")
/// try await page.arrival()
/// try await page.release()
/// ```
public struct Gate: Sendable {
    /// Its name.
    public let name: String
    let session: UnderstudySession

    /// What has happened at a gate.
    public struct State: Hashable, Sendable, Decodable {
        /// The gate's name.
        public let name: String
        /// Responses that wait now.
        public let waiting: Int
        /// Responses that have come to it.
        public let arrived: Int
        /// Responses that were let go and went on.
        public let released: Int
        /// Whether it lets everything through.
        public let open: Bool
    }

    /// Waits until so many responses wait at the gate.
    ///
    /// - Parameter timeoutMilliseconds: of real time. It is waited for in full only by a test that fails.
    /// - Throws: ``UnderstudyFailure`` with the gate's state when they do not come in time.
    @discardableResult
    public func arrival(
        _ count: Int = 1, timeoutMilliseconds: Int = 10_000, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) async throws -> State {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let reply = try await session.admin.reply(
            "POST", path("wait"), body: ["arrivals": count, "timeoutMilliseconds": timeoutMilliseconds], at: callSite)
        if reply.status == 408 { throw try await late(reply, count: count, timeoutMilliseconds, at: callSite) }
        guard reply.status == 200 else { throw session.admin.refusal(of: reply, at: callSite) }
        return try reply.decode(State.self, at: callSite)
    }

    /// Lets so many go on, the oldest first. If fewer wait, those who come next pass.
    public func release(
        _ count: Int = 1, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await session.admin.call(
            "POST", path("release"), body: ["count": count],
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Opens the gate: all go on, and whoever comes later.
    public func releaseAll(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await session.admin.call(
            "POST", path("release"), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Has everything wait again.
    public func close(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await session.admin.call(
            "POST", path("close"), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// What has happened at it; nothing when it is not known yet.
    public func state(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> State? {
        try await session.gates(fileID: fileID, filePath: filePath, line: line, column: column).first { $0.name == name }
    }

    private func path(_ call: String) -> String { "/gates/\(AdminClient.segment(name))/\(call)" }

    private func late(
        _ reply: AdminClient.Reply, count: Int, _ timeout: Int, at callSite: CallSite
    ) async throws -> UnderstudyFailure {
        struct Late: Decodable { let gate: State }
        let state = try? reply.decode(Late.self, at: callSite).gate
        let requests = try await session.entries(at: callSite)
        let came = requests.isEmpty ? "No request has come." : "What has come:\n" + requests.map { "  \($0.line)" }.joined(separator: "\n")
        let waited: String
        if let state, state.arrived > 0 {
            waited = """
                \(state.waiting) of \(count) \(count == 1 ? "response" : "responses") waited at the gate "\(name)" within \(timeout) ms \
                (\(state.arrived) arrived, \(state.released) released).
                """
        } else {
            waited = "No response reached the gate \"\(name)\" within \(timeout) ms."
        }
        return UnderstudyFailure(.timedOut, "\(waited)\n\(came)", at: callSite)
    }
}

extension UnderstudySession {
    /// A gate by its name.
    public func gate(_ name: String) -> Gate { Gate(name: name, session: self) }

    /// All gates: those that stubs hold at, and those that something has happened to.
    public func gates(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [Gate.State] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        struct List: Decodable { let gates: [Gate.State] }
        return try await admin.call("GET", "/gates", at: callSite).decode(List.self, at: callSite).gates
    }
}
