internal import JSONDocument
internal import MockEngine

/// That the server works. Asks for no token.
enum GetHealth: AdminEndpoint {
    static let method = "GET"
    static let path = "/health"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .json([
            "status": "healthy", "message": "Understudy is ok", "version": .string(call.services.version),
            "uptimeInSeconds": JSONValue(call.services.uptimeSeconds()), "timestamp": .string(call.engine.environment.clock.now.isoText),
        ])
    }
}
