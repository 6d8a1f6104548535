/// Deletes a body file. A missing file is not an error.
enum RemoveFile: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/files/**"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let folder = try call.bodyFolder()
        try call.insideBodyFolder { try folder.remove(call.parameters[0]) }
        return .empty
    }
}
