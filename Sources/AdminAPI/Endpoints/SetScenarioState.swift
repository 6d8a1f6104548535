internal import JSONDocument
internal import MockEngine

/// Sets a scenario's state; without a body, or without a state in it, the first state.
enum SetScenarioState: AdminEndpoint {
    static let method = "PUT"
    static let path = "/scenarios/{name}/state"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var state: String?
        if try !call.body.isEmpty {
            state = try call.read { node, report -> String?? in
                guard var fields = FieldReader(node, report) else { return nil }
                let state = fields.string("state")
                fields.finish()
                return .some(state)
            }
        }
        try call.session.setScenario(call.parameters[0], to: state)
        return .done
    }
}
