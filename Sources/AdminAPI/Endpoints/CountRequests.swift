internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Counts the requests that match the pattern in the body. `"complete": false` says that entries were dropped, so the count may be too low.
/// A zero that may be too low is a 409. Without a journal the count is -1.
enum CountRequests: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/count"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let (condition, _) = try call.readCondition()
        let now = call.session.clock.now
        let budget = call.budget()
        let count = try call.session.journal.count({ try condition.verdict(on: $0, at: now, within: budget) })
        if let refusal = count.refusal {
            throw AdminError(status: 409, title: "This count cannot be trusted", detail: refusal)
        }
        var object: JSONObject = [
            "count": JSONValue(count.isDisabled ? -1 : count.count), "requestJournalDisabled": .bool(count.isDisabled),
        ]
        if !count.isComplete, call.form == .extended { object["complete"] = false }
        return .json(.object(object))
    }
}
