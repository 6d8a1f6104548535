internal import JSONDocument

/// A stub's part in a scenario: the state that it requires and the state that it sets.
package struct ScenarioRule: Sendable, Hashable {
    /// The state in which each scenario starts.
    package static let started = "Started"

    /// The scenario's name.
    package var name: String
    /// The stub matches only in this state; nil for every state.
    package var requiredState: String?
    /// Set when the stub is chosen; nil to keep the state.
    package var newState: String?

    package init(name: String, requiredState: String? = nil, newState: String? = nil) {
        self.name = name
        self.requiredState = requiredState
        self.newState = newState
    }

    /// Nil without a name. The states then have no effect, as in WireMock.
    static func decode(_ fields: inout FieldReader) -> ScenarioRule? {
        let name = fields.text("scenarioName")
        let requiredState = fields.text("requiredScenarioState")
        let newState = fields.text("newScenarioState")
        for (text, field) in [(name, "scenarioName"), (requiredState, "requiredScenarioState"), (newState, "newScenarioState")] {
            fields.report.warnOfTemplate(
                in: text, "\"\(field)\" is \"\(text ?? "")\"", at: fields.place(of: field),
                repair: "Write it out; for several states write several stubs.")
        }
        if name == nil, let state = fields.take("requiredScenarioState") ?? fields.take("newScenarioState") {
            fields.report.warn("a scenario's state means nothing without \"scenarioName\"", at: state, repair: "Add the scenario's name.")
        }
        return name.map { ScenarioRule(name: $0, requiredState: requiredState, newState: newState) }
    }
}
