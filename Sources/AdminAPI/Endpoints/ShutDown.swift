/// Stops the server, if it was started with `--admin-shutdown`.
enum ShutDown: AdminEndpoint {
    static let method = "POST"
    static let path = "/shutdown"
    static let isNeverRefused = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Shutting down")
        guard call.access.allowsShutdown, let shutDown = call.services.shutDown else {
            throw AdminError(
                status: 403, title: "Shutting down by request is off", detail: "Start the server with --admin-shutdown, or send it SIGTERM."
            )
        }
        shutDown()
        return .empty
    }
}
