internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The journal, newest first. `limit`, `since` (ISO 8601), `unmatched=true` and `matchingStub=<id>` select entries. `after=<nextAfter>`
/// continues, oldest first, with `"truncated": true` when entries in between were dropped.
enum ListRequests: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.warnOfParameters(otherThan: ["limit", "after", "since", "unmatched", "matchingStub"])
        var query = JournalQuery()
        query.limit = try call.number("limit")
        query.after = try call.number("after").map { UInt64($0) }
        query.unmatchedOnly = call.query("unmatched") == "true"
        if let text = call.query("since") {
            guard let moment = Timestamp(iso: text) else {
                throw AdminError(
                    status: 400, code: 10, title: "\(text) is not a valid ISO8601 date",
                    detail: "Write a date such as 2026-11-21T10:15:30Z.", pointer: "since")
            }
            query.since = moment
        }
        if let text = call.query("matchingStub") {
            guard let id = UniqueID(text) else {
                throw AdminError(
                    status: 400, code: 15, title: "Query parameter matchingStub value '\(text)' is not a valid UUID",
                    detail: "GET /__admin/mappings lists the ids of the stubs.")
            }
            query.stubID = id
        }
        let page = query.run(on: call.session.journal)
        var meta: JSONObject = ["total": JSONValue(page.total)]
        if call.form == .extended {
            meta["dropped"] = JSONValue(page.dropped)
            meta["nextAfter"] = JSONValue(Int(page.nextAfter))
        }
        var rest: JSONObject = ["meta": .object(meta), "requestJournalDisabled": .bool(page.isDisabled)]
        if query.after != nil { rest["truncated"] = .bool(page.isTruncated) }
        return call.list("requests", page.entries, rest) { $0.json(call.form) }
    }
}
