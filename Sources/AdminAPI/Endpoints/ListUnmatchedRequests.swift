internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The requests that nothing matched, newest first. `"complete": false` says that entries were dropped.
enum ListUnmatchedRequests: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests/unmatched"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var query = JournalQuery()
        query.unmatchedOnly = true
        let page = query.run(on: call.session.journal)
        var rest: JSONObject = ["requestJournalDisabled": .bool(page.isDisabled)]
        if page.dropped > 0, call.form == .extended { rest["complete"] = false }
        return call.list("requests", page.entries, rest) { LoggedRequest($0).json(call.form) }
    }
}
