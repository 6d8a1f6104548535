internal import JSONDocument
internal import MockEngine

/// The journal's requests nearest to the pattern in the body, at most three, closest first.
enum FindNearMissesForPattern: AdminEndpoint {
    static let method = "POST"
    static let path = "/near-misses/request-pattern"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let (condition, pattern) = try call.readCondition()
        let nearMisses = try call.session.nearMisses(to: condition.matcher).map { entry, result in
            result.json(of: entry, with: pattern, call.form)
        }
        return .json(["nearMisses": .array(nearMisses)])
    }
}
