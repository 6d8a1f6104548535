public import Foundation

/// A session on a server: a test's own stubs, scenarios, gates, clock, link and journal over the shared fixtures.
///
/// ``UnderstudyServer/session(_:strict:ports:clock:network:seed:fileID:filePath:line:column:isolation:stubs:)`` opens one. The app under
/// test gets ``baseURL`` as its base URL. ``close(fileID:filePath:line:column:)`` ends it and gives the report.
///
/// ```swift
/// let session = try await server.session("a slow picture") {
///     Stub.get("/api/pose/all").respond(json: page).hold("page")
/// }
/// let model = FeedModel(baseURL: session.baseURL)
/// let refresh = Task { try await model.refresh() }
/// try await session.gate("page").arrival()        // the request is there, and its response is held
/// #expect(model.isLoading)
/// try await session.gate("page").release()
/// try await refresh.value
/// try await session.verify(.get("/api/pose/all").query("pageNumber", "0"), .once)
/// try await session.close().check()
/// ```
///
/// Several tasks may use it at the same time.
public struct UnderstudySession: Sendable, Identifiable {
    /// The session's id on the server.
    public let id: String
    /// The session's name; nil when it was given none.
    public let name: String?
    /// The base URL for the app under test, without a slash at its end.
    public let baseURL: URL
    /// The base URL of S3 for the app under test, without a slash at its end; nil when the server has no S3.
    public let s3BaseURL: URL?
    /// The base URL of the admin API about this session alone. Any client for WireMock works there.
    public let adminURL: URL
    /// The seed of the session's random draws; nil when the server does not say.
    public let seed: UInt64?
    /// Whether a request that nothing answers makes the session's report not ok.
    public let isStrict: Bool
    /// The server that the session is on.
    public let server: UnderstudyServer
    /// Where the test made its stubs.
    package let stubOrigins = StubOrigins()

    init(_ address: SessionAddress, of server: UnderstudyServer, strict: Bool) {
        id = address.id
        name = address.name
        baseURL = address.baseUrl
        s3BaseURL = address.s3BaseUrl
        adminURL = address.adminUrl
        seed = address.seed
        isStrict = strict
        self.server = server
    }

    /// Header fields that bring a request into this session when it goes to the server's own ports.
    public var headers: [String: String] { ["X-Understudy-Session": id] }
    /// The header field that does the same through chains of services that pass W3C baggage on.
    public var baggage: [String: String] { ["baggage": "understudy-session=\(id)"] }

    /// Ends the session: responses that it holds become a 503, and its ports close.
    ///
    /// - Returns: what happened in it. A report that is not ok is returned, too; ``SessionReport/check(fileID:filePath:line:column:)``
    ///   throws for it.
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached, or the session has ended already.
    @discardableResult
    public func close(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> SessionReport {
        try await end(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// What has happened in the session so far.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached, or the session has ended.
    public func report(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> SessionReport {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await server.admin.call("GET", "/sessions/\(id)", at: callSite).decode(SessionReport.self, at: callSite)
    }

    /// Drops the stubs that the session has changed, its scenario states and holds, and empties its journal. Settings and clock stay.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached, or the session has ended.
    public func reset(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await admin.call("POST", "/reset", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// The admin API, about this session.
    var admin: AdminClient { AdminClient(baseURL: server.baseURL, session: id, token: server.token) }

    func end(at callSite: CallSite) async throws -> SessionReport {
        try await server.admin.call("DELETE", "/sessions/\(id)", at: callSite).decode(SessionReport.self, at: callSite)
    }
}
