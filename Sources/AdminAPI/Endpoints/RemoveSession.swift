internal import JSONDocument
internal import MockEngine

/// Ends a session: held responses become 503s, and its ports close. The reply is its report.
enum RemoveSession: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/sessions/{id}"
    static let isOurs = true
    static let isNeverRefused = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let session = try call.namedSession()
        guard call.engine.close(session) else { throw SessionError.ended(session.identity.id) }
        return .json(session.report().json)
    }
}
