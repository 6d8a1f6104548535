internal import MockEngine

/// Removes a journal entry. A missing entry is not an error.
enum RemoveRequest: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/requests/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.session.journal.remove(id: try call.id())
        return .done
    }
}
