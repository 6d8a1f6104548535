public import Foundation

extension UnderstudySession {
    /// Adds a stub as the newest one. It responds from the moment when the call returns.
    ///
    /// ```swift
    /// try await session.stub(.get("/jokes/random").respond(status: 410, body: "gone"))
    /// ```
    ///
    /// - Returns: the stub with its id.
    /// - Throws: ``UnderstudyFailure`` with the server's words when it refuses the stub, or when it cannot be reached.
    @discardableResult
    public func stub(
        _ stub: Stub, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> Stub {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let stub = stub.changed { $0.id = $0.id ?? UUID() }
        try await admin.call("POST", "/mappings", body: stub, bringing: [stub], at: callSite)
        stubOrigins.note([stub], at: callSite)
        return stub
    }

    /// Has GET of a path respond with what an encoder makes of a value, in one line:
    ///
    /// ```swift
    /// try await session.stub("/counter", json: CounterDataModel(counterDefaultValue: 5))
    /// ```
    ///
    /// - Returns: the stub with its id.
    /// - Throws: ``UnderstudyFailure`` when the value cannot be encoded, the server refuses the stub, or it cannot be reached.
    @discardableResult
    public func stub(
        _ path: String, status: Int = 200, json value: some Encodable, encoder: JSONEncoder = JSONEncoder(),
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> Stub {
        try await stub(
            .get(path).respond(status: status, json: value, encoder: encoder), fileID: fileID, filePath: filePath, line: line,
            column: column)
    }

    /// Adds several stubs in one step. Of those that match alike the last one wins.
    ///
    /// - Returns: the stubs with their ids, in the same order.
    /// - Throws: ``UnderstudyFailure`` with the server's words when it refuses a stub, or when it cannot be reached. Then none is added.
    @discardableResult
    public func stub(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
        isolation: isolated (any Actor)? = #isolation, @StubBuilder _ stubs: () -> [Stub]
    ) async throws -> [Stub] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let stubs = stubs().map { stub in stub.changed { $0.id = $0.id ?? UUID() } }
        let newestFirst = Array(stubs.reversed())
        try await admin.call("POST", "/mappings/import", body: ["mappings": newestFirst], bringing: newestFirst, at: callSite)
        stubOrigins.note(stubs, at: callSite)
        return stubs
    }

    /// Puts a stub in the place of the one with its id.
    ///
    /// - Throws: ``UnderstudyFailure`` when the stub has no id, there is none with its id, or the server refuses it.
    public func replace(
        _ stub: Stub, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let id = try Self.id(of: stub, at: callSite)
        try await admin.call("PUT", "/mappings/\(id)", body: stub, bringing: [stub], at: callSite)
        stubOrigins.note([stub], at: callSite)
    }

    /// Removes a stub: one that ``stub(_:fileID:filePath:line:column:)`` returned, or any that has an id.
    ///
    /// - Throws: ``UnderstudyFailure`` when the stub has no id, or there is none with its id.
    public func remove(
        _ stub: Stub, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        try await admin.call("DELETE", "/mappings/\(try Self.id(of: stub, at: callSite))", at: callSite)
    }

    /// All stubs, fixtures included, in the order in which they are tried.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func stubs(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [Stub] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        struct List: Decodable { let mappings: [Stub] }
        return try await admin.call("GET", "/mappings", at: callSite).decode(List.self, at: callSite).mappings
    }

    /// Puts a scenario into a state.
    ///
    /// - Throws: ``UnderstudyFailure`` when no stub names the scenario or the state, or the server cannot be reached.
    public func setScenario(
        _ name: String, to state: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        try await admin.call(
            "PUT", "/scenarios/\(AdminClient.segment(name))/state", body: ["state": state],
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Puts every scenario into its first state, and every sequence of responses to its beginning.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func resetScenarios(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await admin.call(
            "POST", "/scenarios/reset", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// All scenarios with their states.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func scenarios(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [Scenario] {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        struct List: Decodable { let scenarios: [Scenario] }
        return try await admin.call("GET", "/scenarios", at: callSite).decode(List.self, at: callSite).scenarios
    }

    private static func id(of stub: Stub, at callSite: CallSite) throws -> String {
        guard let id = stub.id else { throw UnderstudyFailure(.invalid, "The stub has no id.", at: callSite) }
        return id.uuidString.lowercased()
    }
}
