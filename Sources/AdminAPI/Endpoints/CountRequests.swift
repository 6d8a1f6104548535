internal import JSONDocument
internal import MockEngine
internal import StubModel

/// How many requests meet the pattern in the body. `"complete": false` says that entries were dropped, so that it may be more;
/// a zero that may be false is a 409. Without a journal it is -1.
enum CountRequests: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/count"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let (condition, _) = try call.readCondition()
        let now = call.session.clock.now
        let count = call.session.journal.count({ condition.verdict(on: $0, at: now) })
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
