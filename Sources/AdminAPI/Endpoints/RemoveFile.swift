/// Deletes a body file.
enum RemoveFile: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/files/**"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let folder = try call.bodyFolder()
        guard try call.insideBodyFolder({ try folder.remove(call.parameters[0]) }) else { throw AdminError.notFound }
        return .done
    }
}
