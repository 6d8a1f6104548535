internal import HTTPMessage

/// A page for people, to start and stop recording.
enum GetRecorderPage: AdminEndpoint {
    static let method = "GET"
    static let path = "/recorder"

    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { AdminPage.isOpen(to: request, access) }

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .html(RecorderPage.html)
    }
}
