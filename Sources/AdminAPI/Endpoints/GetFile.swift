/// A body file's bytes.
enum GetFile: AdminEndpoint {
    static let method = "GET"
    static let path = "/files/**"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let folder = try call.bodyFolder()
        let body = try call.insideBodyFolder { try folder.read(call.parameters[0]) }
        guard let body else { throw AdminError.notFound }
        var reply = AdminReply(body: [], contentType: folder.mediaType(call.parameters[0]))
        reply.file = body
        return reply
    }
}
