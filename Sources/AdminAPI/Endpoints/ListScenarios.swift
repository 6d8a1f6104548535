internal import JSONDocument
internal import MockEngine

/// All scenarios with their states.
enum ListScenarios: AdminEndpoint {
    static let method = "GET"
    static let path = "/scenarios"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .json(["scenarios": .array(call.session.scenarios.map { $0.json(call.form) })])
    }
}
