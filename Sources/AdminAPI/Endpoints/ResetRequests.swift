internal import MockEngine

/// Empties the journal.
enum ResetRequests: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/requests"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.session.resetJournal()
        return .done
    }
}
