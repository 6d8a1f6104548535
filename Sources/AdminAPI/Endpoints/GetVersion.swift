internal import HTTPMessage
internal import JSONDocument

/// The program's version; plain text for a client that accepts `text/plain`.
enum GetVersion: AdminEndpoint {
    static let method = "GET"
    static let path = "/version"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let version = call.services.version
        if call.request.firstHeader("Accept")?.contains("text/plain") ?? false {
            return AdminReply(body: Array(version.utf8), contentType: "text/plain")
        }
        return .json(["version": .string(version)])
    }
}
