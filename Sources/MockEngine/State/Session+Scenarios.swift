internal import JavaText
internal import JSONDocument
internal import StubModel

extension Session {
    /// All scenarios that stubs take part in, in WireMock's order.
    package var scenarios: [Scenario] {
        let view = self.view
        let board = currentBoard
        var groups: [ExactText: [CompiledStub]] = [:]
        for stub in view.routes.ordered {
            if let rule = stub.mapping.scenario { groups[ExactText(rule.name), default: []].append(stub) }
        }
        let scenarios = groups.map { name, stubs in
            var states: [String] = []
            let stubs = Array(stubs.reversed())
            let rules = stubs.compactMap(\.mapping.scenario)
            for state in (rules.map(\.requiredState) + rules.map(\.newState)).compactMap(\.self)
            where !states.contains(where: { $0.isSame(as: state) }) {
                states.append(state)
            }
            return Scenario(
                name: name.text, state: board.state(of: name.text), possibleStates: JavaHashOrder.sorted(states) { $0 }, stubs: stubs)
        }
        return JavaHashOrder.sorted(scenarios.sorted { $0.name < $1.name }, by: \.name)
    }

    /// Sets a scenario's state; nil resets it to its first state.
    /// - Throws: if no stub takes part in such a scenario, or none names such a state.
    package func setScenario(_ name: String, to state: String?) throws(ScenarioError) {
        let scenarios = scenarios
        guard let scenario = scenarios.first(where: { $0.name.isSame(as: name) }) else {
            throw .unknownScenario(name, known: scenarios.map(\.name))
        }
        if let state, !scenario.possibleStates.contains(where: { $0.isSame(as: state) }) {
            throw .unknownState(state, scenario: name, known: scenario.possibleStates)
        }
        withBoard { $0.set(name, to: state ?? ScenarioRule.started) }
    }

}
