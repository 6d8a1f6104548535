internal import JSONDocument

/// The program's version.
enum GetVersion: AdminEndpoint {
    static let method = "GET"
    static let path = "/version"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .json(["version": .string(call.services.version)])
    }
}
