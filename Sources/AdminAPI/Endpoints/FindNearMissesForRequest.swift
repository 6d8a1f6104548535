internal import JSONDocument
internal import MockEngine

/// The stubs nearest to the request in the body, at most three, closest first.
enum FindNearMissesForRequest: AdminEndpoint {
    static let method = "POST"
    static let path = "/near-misses/request"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let request = try call.read { GivenRequest($0, $1)?.request }
        let logged = LoggedRequest(request, loggedAt: call.session.clock.now)
        return try .json(["nearMisses": .array(call.session.nearMisses(to: request).map { $0.json(logged, call.form) })])
    }
}
