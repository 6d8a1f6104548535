internal import JSONDocument
internal import MockEngine

/// Removes the entries whose requests match the pattern in the body.
enum RemoveRequests: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/remove"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireJournal()
        let (condition, _) = try call.readCondition()
        let now = call.session.clock.now
        let budget = call.budget()
        let entries = try call.session.journal.removeAll { try condition.verdict(on: $0, at: now, within: budget) == .matches }
        return .json(["serveEvents": .array(entries.map { $0.json(call.form) })])
    }
}
