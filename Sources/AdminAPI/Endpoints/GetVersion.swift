internal import HTTPMessage
internal import JSONDocument

/// The version of WireMock whose API this is, which clients compare with, and the program's own; for a client that accepts `text/plain`,
/// the first as plain text.
enum GetVersion: AdminEndpoint {
    static let method = "GET"
    static let path = "/version"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        if call.request.firstHeader("Accept")?.contains("text/plain") ?? false {
            return AdminReply(body: Array(AdminAPI.wireMockVersion.utf8), contentType: "text/plain")
        }
        return .json(["version": .string(AdminAPI.wireMockVersion), "understudyVersion": .string(call.services.version)])
    }
}
