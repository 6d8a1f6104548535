internal import JSONDocument
internal import MockEngine

/// The stubs nearest to the request in the body, at most three, closest first.
enum FindNearMissesForRequest: AdminEndpoint {
    static let method = "POST"
    static let path = "/near-misses/request"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let given = try call.read { node, report in
            if case .object = node.content, node.member("url") == nil, node.member("absoluteUrl") == nil {
                report.warn("there is no \"url\", so \"/\" is compared", at: node, repair: "Write {\"url\": \"/path\"}.")
            }
            return GivenRequest(node, report)
        }
        return try .json(["nearMisses": .array(call.session.nearMisses(to: given.request).map { $0.json(given.shown, call.form) })])
    }
}
