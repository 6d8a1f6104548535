internal import JSONDocument
internal import MockEngine

/// Says that the server works. Requires no token.
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
