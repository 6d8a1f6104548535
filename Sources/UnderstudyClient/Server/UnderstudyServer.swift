public import Foundation

/// A running Understudy server.
///
/// Tests share one and open a session each:
///
/// ```swift
/// let server = try await UnderstudyServer.shared()
/// try await server.withSession("an empty feed") { session in
///     try await session.stub("/api/pose/all", json: Feed(content: []))
///     let model = FeedModel(baseURL: session.baseURL)
///     try await model.refresh()
///     #expect(model.items.isEmpty)
/// }
/// ```
///
/// Several tasks may use it at the same time.
public struct UnderstudyServer: Sendable {
    /// The base URL of its HTTP listener, without a slash at its end, e.g. `http://127.0.0.1:8080`.
    public let baseURL: URL
    /// The base URL of its S3 listener; nil when it has none, and when it is not known.
    public let s3BaseURL: URL?
    /// The id of its process; nil for a server that this library has not launched.
    public let processID: Int32?
    /// Whoever ends it; nil for a server that somebody else has started.
    let owner: (any ServerOwner)?
    let token: String?

    /// A server that runs already, without asking it anything.
    ///
    /// - Parameters:
    ///   - baseURL: the base URL of its HTTP listener.
    ///   - s3BaseURL: the base URL of its S3 listener, if you need that outside of sessions.
    ///   - token: the token of its admin API, for a server that is open to other machines. Nil for none.
    ///   - processID: the id of its process, if you have launched it.
    ///   - owner: what ends it when ``stop()`` is called. It lives as long as this value and the sessions of it. Nil for a server that goes
    ///     on.
    public init(baseURL: URL, s3BaseURL: URL? = nil, token: String? = nil, processID: Int32? = nil, owner: (any ServerOwner)? = nil) {
        self.baseURL = Self.withoutSlash(baseURL)
        self.s3BaseURL = s3BaseURL.map(Self.withoutSlash)
        self.token = token
        self.processID = processID
        self.owner = owner
    }

    /// Attaches to a server that runs, and makes sure that it does.
    ///
    /// - Parameters:
    ///   - url: the base URL of its HTTP listener; the variable `UNDERSTUDY_URL` when nil. `UNDERSTUDY_S3_URL` names that of its S3
    ///     listener.
    ///   - token: the token of its admin API, for a server that is open to other machines; the variable `UNDERSTUDY_ADMIN_TOKEN` when nil.
    /// - Throws: ``UnderstudyFailure`` when there is no URL, or no server there.
    public static func attach(
        to url: URL? = nil, token: String? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws -> UnderstudyServer {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let environment = ProcessInfo.processInfo.environment
        guard let url = url ?? environment["UNDERSTUDY_URL"].flatMap({ URL(string: $0) }) else {
            throw UnderstudyFailure(.server, "No server is named. Set UNDERSTUDY_URL, or give its URL.", at: callSite)
        }
        let server = UnderstudyServer(
            baseURL: url, s3BaseURL: environment["UNDERSTUDY_S3_URL"].flatMap { URL(string: $0) },
            token: token ?? environment["UNDERSTUDY_ADMIN_TOKEN"])
        try await server.admin.call("GET", "/health", at: callSite)
        return server
    }

    /// The server that this process's tests share: the one that `UNDERSTUDY_URL` names, or else one that is launched at the first call and
    /// ends with the process. Any number of tasks may call it; the server is started once. After ``stop()`` the next call starts another
    /// one.
    ///
    /// - Parameters:
    ///   - mocks: the folder of fixtures of a server that is launched; there is one server for each folder. None when nil.
    ///   - source: where the server comes from.
    /// - Throws: ``UnderstudyFailure`` when it cannot be reached or launched. The next call tries again.
    public static func shared(
        mocks: URL? = nil, from source: Source = .program, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws -> UnderstudyServer {
        try await SharedServers.only.server(
            from: source, mocks: mocks, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Opens a session with everything that it is to have. It is live when the call returns.
    ///
    /// - Parameters:
    ///   - name: a name for reports and logs, e.g. the test's.
    ///   - strict: whether a request that nothing answers makes the report not ok.
    ///   - ports: whether it gets ports of its own. Without them its URLs have a prefix, which some clients lose.
    ///   - clock: what its clock follows.
    ///   - network: the link that its traffic takes; the server's when nil.
    ///   - seed: the seed of its random draws; the server's when nil.
    ///   - stubs: its first stubs; of those that match alike the last one wins.
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached, or refuses a stub or a setting.
    public func session(
        _ name: String? = nil, strict: Bool = true, ports: Bool = true, clock: ClockMode = .real, network: NetworkProfile? = nil,
        seed: UInt64? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
        isolation: isolated (any Actor)? = #isolation, @StubBuilder stubs: () -> [Stub] = { [] }
    ) async throws -> UnderstudySession {
        let definition = SessionDefinition(
            name: name, strict: strict, ports: ports, clock: clock, network: network, seed: seed, mappings: stubs())
        return try await session(definition, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Opens a session with everything that it is to have, given as a value. It is live when the call returns.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached, or refuses a stub or a setting.
    public func session(
        _ definition: SessionDefinition, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws -> UnderstudySession {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        var definition = definition
        if definition.mappings?.isEmpty == true { definition.mappings = nil }
        let reply = try await admin.call("POST", "/sessions", body: definition, bringing: definition.mappings ?? [], at: callSite)
        return UnderstudySession(try reply.decode(SessionAddress.self, at: callSite), of: self, strict: definition.strict ?? false)
    }

    /// Runs a test in a session, and closes the session behind it, also when the task is cancelled.
    ///
    /// - Parameters:
    ///   - name: a name for reports and logs, e.g. the test's.
    ///   - strict: whether a request that nothing answers makes the report not ok.
    ///   - ports: whether the session gets ports of its own. Without them its URLs have a prefix, which some clients lose.
    ///   - clock: what its clock follows.
    ///   - network: the link that its traffic takes; the server's when nil.
    ///   - seed: the seed of its random draws; the server's when nil.
    ///   - body: the test, which runs once.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, and ``UnderstudyFailure`` when the session cannot be opened. Else ``UnderstudyFailure`` of kind
    ///   ``UnderstudyFailure/Kind/report(_:)`` when the report is not ok.
    public func withSession<Result>(
        _ name: String? = nil, strict: Bool = true, ports: Bool = true, clock: ClockMode = .real, network: NetworkProfile? = nil,
        seed: UInt64? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
        isolation: isolated (any Actor)? = #isolation, _ body: (UnderstudySession) async throws -> Result
    ) async throws -> Result {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let session = try await session(
            SessionDefinition(name: name, strict: strict, ports: ports, clock: clock, network: network, seed: seed),
            fileID: fileID, filePath: filePath, line: line, column: column)
        let result: Result
        do {
            result = try await body(session)
        } catch {
            _ = try? await uncancelled { try await session.end(at: callSite) }
            throw error
        }
        let report = try await uncancelled { try await session.end(at: callSite) }
        if !report.ok { throw UnderstudyFailure(.report(report), report.description, at: callSite) }
        return result
    }

    /// The server's version, e.g. `1.2.0`.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func version(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> String {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let reply = try await admin.call("GET", "/version", at: callSite)
        return try reply.decode([String: JSONValue].self, at: callSite)["understudyVersion"]?.stringValue ?? ""
    }

    /// Ends a server that this library has started, and returns when it has ended; one that somebody else has started goes on. A second
    /// call does nothing.
    ///
    /// A shared server ends for all tests of this process. The next ``shared(mocks:from:fileID:filePath:line:column:)`` starts another one.
    public func stop() async {
        guard let owner else { return }
        await SharedServers.only.forget(self)
        await owner.stop()
    }

    /// The admin API, about the server's own session.
    var admin: AdminClient { AdminClient(baseURL: baseURL, session: nil, token: token) }

    private static func withoutSlash(_ url: URL) -> URL {
        var text = url.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        return URL(string: text) ?? url
    }
}
