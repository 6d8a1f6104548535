/// Restores the stubs on disk, empties the journal, and resets scenarios. Settings stay.
enum Reset: AdminEndpoint {
    static let method = "POST"
    static let path = "/reset"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.reset()
        return .empty
    }
}
