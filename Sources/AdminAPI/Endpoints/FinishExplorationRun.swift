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
        guard let number = Int(call.parameters[1]) else {
            throw AdminError(
                status: 404, title: "There is no run \"\(call.parameters[1])\"",
                detail: "Runs are numbered from 0: POST …/next returns one with its number in \"run\".")
        }
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
            if let session = try exploration.finish(number, passed: passed) { call.engine.close(session) }
        } catch {
            let isUnknown = if case .unknownRun = error { true } else { false }
            throw AdminError(status: isUnknown ? 404 : 409, title: "\(error)", detail: "POST …/next returns a run.")
        }
        return .done
    }
}
