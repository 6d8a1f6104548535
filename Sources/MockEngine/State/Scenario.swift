package import JSONDocument
package import StubModel

/// A scenario, as the admin API shows it.
package struct Scenario: Sendable {
    /// The scenario's name.
    package let name: String
    /// The current state; `Started` at first.
    package let state: String
    /// The states that its stubs name, in WireMock's order.
    package let possibleStates: [String]
    /// The stubs that take part, oldest first.
    package let stubs: [CompiledStub]

    /// As the admin API shows it.
    /// - Parameter form: WireMock's fields only, or the extended form.
    package func json(_ form: ResponseForm) -> JSONValue {
        [
            "id": .string(name), "name": .string(name), "state": .string(state),
            "possibleStates": .array(possibleStates.map { .string($0) }),
            "mappings": .array(stubs.map { .object(form.mapping($0.mapping.json)) }),
        ]
    }
}

/// Why a scenario's state could not be set.
package enum ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
    /// - Parameter known: the existing scenarios.
    case unknownScenario(String, known: [String])
    case unknownState(String, scenario: String, known: [String])

    /// The scenario that was named.
    package var scenario: String {
        switch self {
        case .unknownScenario(let name, _): name
        case .unknownState(_, let scenario, _): scenario
        }
    }

    /// In WireMock's words.
    package var description: String {
        switch self {
        case .unknownScenario(let name, _): "Scenario \(name) does not exist"
        case .unknownState(let state, let scenario, _): "Scenario \(scenario) does not support state \(state)"
        }
    }

    /// The existing names, and what was probably meant: whole sentences.
    package var repair: String {
        let (name, known, kind): (String, [String], String) =
            switch self {
            case .unknownScenario(let name, let known): (name, known, known.count == 1 ? "scenario" : "scenarios")
            case .unknownState(let state, _, let known): (state, known, known.count == 1 ? "state" : "states")
            }
        if known.isEmpty { return "No stub names a scenario." }
        let meant = Spelling.nearest(to: name, among: known).map { "Did you mean \"\($0)\"? " } ?? ""
        let verb = known.count == 1 ? "The only \(kind) is" : "The \(kind) are"
        return "\(meant)\(verb) \(known.map { "\"\($0)\"" }.joined(separator: ", "))."
    }
}
