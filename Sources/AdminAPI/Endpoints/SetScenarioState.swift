internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Sets a scenario's state; without a body, the first state.
enum SetScenarioState: AdminEndpoint {
    static let method = "PUT"
    static let path = "/scenarios/{name}/state"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        // It would reset the scenario and seem to have set it.
        if let state = call.query("state") {
            throw AdminError(
                status: 422, code: 10, title: "The state belongs in the body",
                detail: "Send {\"state\": \(JSONValue.string(state).text())}.", pointer: "state")
        }
        var state: String?
        if try !call.body.isEmpty {
            // In WireMock, a body without a state names the state "null".
            state = try call.readFields { $0.string("state") ?? "null" }
        }
        do throws(ScenarioError) { try call.session.setScenario(call.parameters[0], to: state) } catch {
            var refusal = AdminError(error)
            if case .unknownState = error, state == ScenarioRule.started, !refusal.items.isEmpty {
                refusal.items[0].detail = "\(error.repair) Without a body the call puts it back to \"\(ScenarioRule.started)\"."
            }
            throw refusal
        }
        return .done
    }
}
