internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The requests that match the pattern in the body. `"complete": false` says that entries were dropped.
enum FindRequests: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/find"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let (condition, _) = try call.readCondition()
        let now = call.session.clock.now
        let budget = call.budget()
        let (entries, count) = try call.session.journal.find({ try condition.verdict(on: $0, at: now, within: budget) })
        var rest: JSONObject = ["requestJournalDisabled": .bool(count.isDisabled)]
        if !count.isComplete, call.form == .extended { rest["complete"] = false }
        return call.list("requests", entries, rest) { LoggedRequest($0).json(call.form) }
    }
}
