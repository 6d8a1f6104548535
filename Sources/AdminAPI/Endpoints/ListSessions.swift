internal import JSONDocument
internal import MockEngine

/// The live sessions, oldest first, without the server's own.
enum ListSessions: AdminEndpoint {
    static let method = "GET"
    static let path = "/sessions"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let sessions = call.engine.openSessions
        return .json(["sessions": .array(sessions.map(\.summary)), "meta": ["total": JSONValue(sessions.count)]])
    }
}
