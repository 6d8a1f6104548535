internal import HTTPMessage

/// A page about what happens, for browsers; all stubs, as in WireMock, for every other client.
enum GetRoot: AdminEndpoint {
    static let method = "GET"
    static let path = "/"

    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { AdminPage.isOpen(to: request, access) }

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var reply = AdminPage.isWanted(by: call.request) ? AdminReply.html(RootPage.html) : try ListMappings.respond(call)
        reply.headers.append(name: "Vary", value: "Accept")
        return reply
    }
}
