internal import ResponseOrders
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Takes the result of a run, `{"passed": false}`, and ends its session.
enum FinishExplorationRun: AdminEndpoint {
    static let method = "POST"
    static let path = "/explorations/{id}/runs/{run}"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let exploration = try call.namedExploration()
        let passed: Bool = try call.read { node, report in
            guard var fields = FieldReader(node, report) else { return nil }
            let passed = fields.flag("passed")
            fields.finish()
            if passed == nil, report.problems.isEmpty {
                report.add("\"passed\" is missing", at: node, repair: "Write {\"passed\": true} or {\"passed\": false}.")
            }
            return passed
        }
        do throws(ExplorationError) {
            if let session = try exploration.finish(Int(call.parameters[1]) ?? -1, passed: passed) { call.engine.close(session) }
        } catch {
            let isUnknown = if case .unknownRun = error { true } else { false }
            throw AdminError(status: isUnknown ? 404 : 409, title: "\(error)", detail: "POST …/next returns a run.")
        }
        return .done
    }
}
