internal import JSONDocument
internal import MockEngine

/// That the server works. Asks for no token.
enum GetHealth: AdminEndpoint {
    static let method = "GET"
    static let path = "/health"
    static let isQuick = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .json([
            "status": "healthy", "message": "Understudy is ok", "version": .string(call.services.version),
            "uptimeInSeconds": JSONValue(Int(call.session.clock.uptime.components.seconds - call.services.startedAt.components.seconds)),
            "timestamp": .string(call.session.clock.now.isoText),
        ])
    }
}
