/// A body file's bytes.
enum GetFile: AdminEndpoint {
    static let method = "GET"
    static let path = "/files/**"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let folder = try call.bodyFolder()
        let bytes = try call.insideBodyFolder { try folder.read(call.parameters[0]) }
        guard let bytes else { throw AdminError.notFound }
        return AdminReply(body: bytes, contentType: folder.mediaType(call.parameters[0]))
    }
}
