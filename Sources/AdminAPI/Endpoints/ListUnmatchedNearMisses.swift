internal import JSONDocument
internal import MockEngine

/// For each request that matched nothing the nearest stubs, at most three.
enum ListUnmatchedNearMisses: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests/unmatched/near-misses"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var query = JournalQuery()
        query.unmatchedOnly = true
        let events = query.run(on: call.session.journal).entries
        let nearMisses = events.flatMap { event in
            call.session.nearMisses(to: event.request).map { $0.json(LoggedRequest(event), call.form) }
        }
        return .json(["nearMisses": .array(nearMisses)])
    }
}
