internal import HTTPMessage

/// Writes a body file atomically.
enum PutFile: AdminEndpoint {
    static let method = "PUT"
    static let path = "/files/**"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let folder = try call.bodyFolder()
        let bytes = try call.body
        try call.insideBodyFolder { try folder.write(call.parameters[0], bytes) }
        return .done
    }
}
