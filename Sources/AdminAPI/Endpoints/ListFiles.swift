internal import JSONDocument

/// The paths of all body files.
enum ListFiles: AdminEndpoint {
    static let method = "GET"
    static let path = "/files"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let paths = try call.bodyFolder().list()
        return .json(.array(paths.map { .string($0) }))
    }
}
