extension UnderstudySession {
    /// Puts the session's traffic on a link, by name or by numbers. Holds for transfers under way; the admin API is never slowed.
    ///
    /// ```swift
    /// try await session.setNetwork(.threeG)
    /// try await session.setNetwork(NetworkProfile(downKilobitsPerSecond: 500, downLoss: 0.02))
    /// ```
    ///
    /// - Returns: the link with all of its numbers.
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached, or there is no profile of this name.
    @discardableResult
    public func setNetwork(
        _ profile: NetworkProfile, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> NetworkProfile {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await admin.call("PUT", "/network", body: profile, at: callSite).decode(NetworkProfile.self, at: callSite)
    }

    /// The link that the session's traffic takes, with all of its numbers.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func network(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> NetworkProfile {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await admin.call("GET", "/network", at: callSite).decode(NetworkProfile.self, at: callSite)
    }
}
