/// WireMock 1's form of `POST /mappings`.
enum AddMappingOldForm: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/new"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try AddMapping.respond(call)
    }
}
