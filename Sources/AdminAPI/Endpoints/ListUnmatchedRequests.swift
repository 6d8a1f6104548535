internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The requests that matched nothing, newest first. `"complete": false` says that entries were dropped.
enum ListUnmatchedRequests: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests/unmatched"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var query = JournalQuery()
        query.unmatchedOnly = true
        let page = query.run(on: call.session.journal)
        var object: JSONObject = [
            "requests": .array(page.events.map { LoggedRequest($0).json(call.form) }), "requestJournalDisabled": .bool(page.isDisabled),
        ]
        if page.dropped > 0, call.form == .extended { object["complete"] = false }
        return .json(.object(object))
    }
}
