/// All stubs, as in WireMock.
enum GetRoot: AdminEndpoint {
    static let method = "GET"
    static let path = "/"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try ListMappings.respond(call)
    }
}
