/// A gate in a session: responses wait at it until the test releases them. It is there when a stub names it (`.hold("page-1")`).
///
/// ```swift
/// let page = session.gate("page-1")
/// try await page.arrival()
/// try await page.release()
/// ```
///
/// Several tasks may use it at the same time.
public struct Gate: Sendable {
    /// The gate's name in the session.
    public let name: String
    let session: UnderstudySession

    /// What has happened at a gate.
    public struct State: Hashable, Sendable, Decodable {
        /// The gate's name.
        public let name: String
        /// How many responses wait at it now.
        public let waiting: Int
        /// How many responses have arrived at it since the session's beginning or its reset.
        public let arrived: Int
        /// How many of those were released and went on.
        public let released: Int
        /// Whether it is open, so that responses do not wait.
        public let open: Bool
    }

    /// Waits until so many responses wait at the gate.
    ///
    /// - Parameters:
    ///   - count: how many responses have to wait there.
    ///   - timeoutMilliseconds: how long to wait at most, by real time. Only a test that fails waits that long.
    /// - Returns: the gate's state.
    /// - Throws: ``UnderstudyFailure`` with the gate's state when they do not come in time, or when no stub names the gate.
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

    /// Lets so many responses go on, the oldest first. If fewer wait, those that come next pass.
    ///
    /// - Throws: ``UnderstudyFailure`` when no stub names the gate, or the server cannot be reached.
    public func release(
        _ count: Int = 1, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await session.admin.call(
            "POST", path("release"), body: ["count": count],
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Opens the gate: all responses go on, also those that come later.
    ///
    /// - Throws: ``UnderstudyFailure`` when no stub names the gate, or the server cannot be reached.
    public func releaseAll(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await session.admin.call(
            "POST", path("release"), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Closes the gate: responses that come from now on wait until they are released. Releases that nobody has used are withdrawn.
    ///
    /// - Throws: ``UnderstudyFailure`` when no stub names the gate, or the server cannot be reached.
    public func close(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await session.admin.call(
            "POST", path("close"), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// What has happened at the gate; nil when no stub names it and nothing has happened there.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
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
        let came = UnderstudySession.list(try await session.entries(at: callSite))
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
    /// The gate of a name. The server is not asked.
    public func gate(_ name: String) -> Gate { Gate(name: name, session: self) }

    /// The state of each gate: of those that stubs name, and of those where something has happened.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func gates(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [Gate.State] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        struct List: Decodable { let gates: [Gate.State] }
        return try await admin.call("GET", "/gates", at: callSite).decode(List.self, at: callSite).gates
    }
}
