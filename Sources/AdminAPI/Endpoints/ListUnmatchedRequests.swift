internal import JSONDocument
internal import MockEngine

/// The requests that matched nothing, newest first.
enum ListUnmatchedRequests: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests/unmatched"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var query = JournalQuery()
        query.unmatchedOnly = true
        let page = query.run(on: call.engine.journal)
        return .json([
            "requests": .array(page.events.map { LoggedRequest($0).json(call.form) }), "requestJournalDisabled": .bool(page.isDisabled),
        ])
    }
}
