internal import JSONDocument
internal import MockEngine

/// One journal entry.
enum GetRequest: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireJournal()
        guard let entry = call.session.journal.snapshot().entry(id: try call.id()) else { throw AdminError.notFound }
        return .json(entry.json(call.form))
    }
}
