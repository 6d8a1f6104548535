internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Whether requests came in an order: `{"inOrder": [{pattern}, {pattern}, …]}`. Each pattern must match a request that came after the match
/// of the pattern before it. Other requests may come in between. A "no" that may be wrong because entries were dropped is a 409.
enum VerifyRequestOrder: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/verify"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let conditions: [JournalCondition] = try call.read { node, report in
            guard var fields = FieldReader(node, report) else { return nil }
            let nodes = fields.array("inOrder")
            fields.finish()
            if nodes?.isEmpty ?? true {
                report.add(
                    "\"inOrder\" must be a list of request patterns", at: node, repair: "Write {\"inOrder\": [{\"url\": \"/a\"}, …]}.")
            }
            return (nodes ?? []).compactMap { node in
                RequestPattern.decode(node, report).flatMap { JournalCondition($0, call.engine.environment.matchers, report) }
            }
        }
        if !call.session.journal.settings.isEnabled {
            throw AdminError(
                status: 409, title: "This order cannot be verified",
                detail: "The request journal is off: start the server without --no-request-journal.")
        }
        let order = try RequestOrder(conditions, in: call.session.journal, at: call.session.clock.now, within: call.budget())
        if let refusal = order.refusal { throw AdminError(status: 409, title: "This order cannot be verified", detail: refusal) }
        return .json([
            "inOrder": .bool(order.isMet), "sentence": .string(order.sentence),
            "requests": .array(order.found.map { ["id": .string($0.id.description), "url": .string($0.request.target)] }),
        ])
    }
}
