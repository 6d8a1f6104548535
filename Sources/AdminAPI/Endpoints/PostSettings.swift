/// The same as `PUT /settings`.
enum PostSettings: AdminEndpoint {
    static let method = "POST"
    static let path = "/settings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try PutSettings.respond(call)
    }
}
