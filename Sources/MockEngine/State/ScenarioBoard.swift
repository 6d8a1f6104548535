internal import HashTreeCollections
internal import JSONDocument
internal import StubModel

/// Where every scenario and every sequence of a session stands. A value: a copy is a snapshot, and costs next to nothing.
struct ScenarioBoard: Sendable {
    /// Scenarios that are not in their first state.
    private var states: TreeDictionary<ExactText, String> = [:]
    /// How many answers of its sequence a stub has given.
    private var positions: TreeDictionary<UniqueID, Int> = [:]
    /// Counts the changes that can change which stub matches. A sequence that merely goes on is none.
    private(set) var version: UInt64 = 0

    func state(of scenario: String) -> String { states[ExactText(scenario)] ?? ScenarioRule.started }

    /// Whether the stub's scenario and sequence let it answer.
    func admits(_ mapping: StubMapping) -> Bool {
        if let rule = mapping.scenario, let required = rule.requiredState, !state(of: rule.name).isSame(as: required) { return false }
        return mapping.responses.continuation != .once || mapping.responses.index(at: positions[mapping.id] ?? 0) != nil
    }

    /// Notes that the stub has been chosen, which `admits` must have allowed.
    /// - Returns: which of its answers it gives.
    mutating func advance(_ mapping: StubMapping) -> Int {
        if let rule = mapping.scenario, let newState = rule.newState { set(rule.name, to: newState) }
        let sequence = mapping.responses
        guard sequence.responses.count > 1 || sequence.continuation == .once else { return 0 }
        let position = positions[mapping.id] ?? 0
        positions[mapping.id] = position + 1
        if sequence.index(at: position + 1) == nil || sequence.mixesModifiers { version &+= 1 }
        return sequence.index(at: position) ?? 0
    }

    /// The same for several, if all of them may answer still, and with those answers. Otherwise nothing changes.
    mutating func advance(_ mappings: [StubMapping], giving indices: [Int]) -> Bool {
        for (mapping, index) in zip(mappings, indices) {
            guard admits(mapping), responseIndex(of: mapping) == index else { return false }
        }
        for mapping in mappings { _ = advance(mapping) }
        return true
    }

    /// Which answer `advance` would give.
    func responseIndex(of mapping: StubMapping) -> Int { mapping.responses.index(at: positions[mapping.id] ?? 0) ?? 0 }

    mutating func set(_ scenario: String, to state: String) {
        guard !self.state(of: scenario).isSame(as: state) else { return }
        states[ExactText(scenario)] = state.isSame(as: ScenarioRule.started) ? nil : state
        version &+= 1
    }

    /// Forgets the scenarios that no stub takes part in any more, and the sequences of stubs that are gone.
    mutating func forget(except routes: RouteTable) {
        let scenarios = states.keys.filter { !routes.hasScenario($0) }
        let sequences = positions.keys.filter { routes[$0] == nil }
        if scenarios.isEmpty && sequences.isEmpty { return }
        for name in scenarios { states[name] = nil }
        for id in sequences { positions[id] = nil }
        version &+= 1
    }

    /// Every scenario in its first state, every sequence at its beginning.
    mutating func reset() {
        states = [:]
        positions = [:]
        version &+= 1
    }
}
