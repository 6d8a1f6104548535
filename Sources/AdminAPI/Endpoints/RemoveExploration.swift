internal import MockEngine

/// Ends an exploration, and the sessions of its runs. The reply is its report.
enum RemoveExploration: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/explorations/{id}"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        guard let exploration = call.engine.closeExploration(id: call.parameters[0]) else {
            throw AdminCall.unknownExploration(call.parameters[0])
        }
        return .json(exploration.report)
    }
}
