internal import JSONDocument
internal import MockEngine

/// The newest hundred requests that nothing matched, each with its nearest stubs, at most three.
enum ListUnmatchedNearMisses: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests/unmatched/near-misses"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireJournal()
        let nearMisses = call.session.unmatchedNearMisses().flatMap { entry, nearMisses in
            nearMisses.map { $0.json(LoggedRequest(entry), call.form) }
        }
        return .json(["nearMisses": .array(nearMisses)])
    }
}
