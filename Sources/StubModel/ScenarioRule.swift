internal import JSONDocument

/// A stub's part in a scenario: a named state that stubs require and set.
package struct ScenarioRule: Sendable, Hashable {
    /// The state in which every scenario begins.
    package static let started = "Started"

    package var name: String
    /// The stub answers in this state only; nil: in any.
    package var requiredState: String?
    /// Set when the stub is chosen; nil leaves the state as it is.
    package var newState: String?

    package init(name: String, requiredState: String? = nil, newState: String? = nil) {
        self.name = name
        self.requiredState = requiredState
        self.newState = newState
    }

    /// Nil without a name: then the states have no meaning, as in WireMock.
    static func decode(_ fields: inout FieldReader) -> ScenarioRule? {
        let name = fields.text("scenarioName")
        let requiredState = fields.text("requiredScenarioState")
        let newState = fields.text("newScenarioState")
        if name == nil, let state = fields.take("requiredScenarioState") ?? fields.take("newScenarioState") {
            fields.report.warn("a scenario's state means nothing without \"scenarioName\"", at: state)
        }
        return name.map { ScenarioRule(name: $0, requiredState: requiredState, newState: newState) }
    }
}
