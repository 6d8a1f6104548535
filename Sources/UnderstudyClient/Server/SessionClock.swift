public import Foundation

/// A session's clock: what scripted latency, `now` in templates and S3's expiry follow.
///
/// ```swift
/// try await session.clock.set(.manual)
/// let refresh = Task { try await model.refresh() }               // a stub with .delay(milliseconds: 800)
/// try await session.awaitRequests(.get("/feed"))
/// try await session.clock.advance(milliseconds: 800)
/// try await refresh.value
/// ```
///
/// Several tasks may use it at the same time.
public struct SessionClock: Sendable {
    let session: UnderstudySession

    /// What a clock follows, and what time it is there.
    public struct State: Hashable, Sendable, Decodable {
        /// What the clock follows.
        public let mode: ClockMode
        /// What time it is by the clock.
        public let now: Date
        /// How many delays and other timers an advance has ended; nil when this is no advance's result.
        public let fired: Int?

        private enum CodingKeys: String, CodingKey { case clock, now, fired }

        /// Reads it as the server writes it.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            mode = try container.decode(ClockMode.self, forKey: .clock)
            let text = try container.decode(String.self, forKey: .now)
            guard let date = SessionClock.date(text) else {
                throw DecodingError.dataCorruptedError(forKey: .now, in: container, debugDescription: "\"\(text)\" is no date")
            }
            now = date
            fired = try container.decodeIfPresent(Int.self, forKey: .fired)
        }
    }

    /// What the clock follows, and what time it is.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    public func state(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> State {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await session.admin.call("GET", "/clock", at: callSite).decode(State.self, at: callSite)
    }

    /// Makes the clock follow something else, from the time that it shows.
    ///
    /// - Throws: ``UnderstudyFailure`` when the server cannot be reached or refuses.
    @discardableResult
    public func set(
        _ mode: ClockMode, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> State {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await session.admin.call("PUT", "/clock", body: ["clock": mode], at: callSite).decode(State.self, at: callSite)
    }

    /// Moves a manual clock on, and fires everything that is due, in order of deadline, before it returns.
    ///
    /// - Throws: ``UnderstudyFailure`` when the clock is not manual.
    @discardableResult
    public func advance(
        milliseconds: Int, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> State {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return try await advance(milliseconds: milliseconds, at: callSite)
    }

    func advance(milliseconds: Int, at callSite: CallSite) async throws -> State {
        do {
            return try await session.admin.call("POST", "/clock/advance", body: ["milliseconds": milliseconds], at: callSite)
                .decode(State.self, at: callSite)
        } catch let failure as UnderstudyFailure where failure.kind == .refused(status: 409) {
            let message = """
                The session's clock is not manual, so it cannot be advanced. Open the session with clock: .manual, or call \
                session.clock.set(.manual) before.
                """
            throw UnderstudyFailure(failure.kind, message, at: callSite)
        }
    }

    private static func date(_ text: String) -> Date? {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.date(from: text) ?? ISO8601DateFormatter().date(from: text)
    }
}

extension UnderstudySession {
    /// The session's clock.
    public var clock: SessionClock { SessionClock(session: self) }
}
