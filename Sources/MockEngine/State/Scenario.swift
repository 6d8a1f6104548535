public import JSONDocument
public import StubModel

/// A scenario, as the admin API shows it.
public struct Scenario: Sendable {
    public let name: String
    public let state: String
    /// Those that its stubs name, in WireMock's order.
    public let possibleStates: [String]
    /// In the order in which they were added.
    public let stubs: [CompiledStub]

    public func json(_ form: AnswerForm) -> JSONValue {
        [
            "id": .string(name), "name": .string(name), "state": .string(state),
            "possibleStates": .array(possibleStates.map { .string($0) }),
            "mappings": .array(stubs.map { .object(form.mapping($0.mapping.json)) }),
        ]
    }
}

/// Why a scenario's state could not be set.
public enum ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownScenario(String)
    case unknownState(String, scenario: String, known: [String])

    /// In WireMock's words.
    public var description: String {
        switch self {
        case .unknownScenario(let name): "Scenario \(name) does not exist"
        case .unknownState(let state, let scenario, _): "Scenario \(scenario) does not support state \(state)"
        }
    }
}
