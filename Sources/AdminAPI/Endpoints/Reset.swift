/// Stubs back to what is on disk, journal and scenarios emptied. Settings stay.
enum Reset: AdminEndpoint {
    static let method = "POST"
    static let path = "/reset"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.reset()
        return .done
    }
}
