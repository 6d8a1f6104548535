internal import HashTreeCollections
internal import JSONDocument
internal import StubModel

/// The states of all scenarios and sequences of a session. A value: copies are snapshots and cost almost nothing.
struct ScenarioBoard: Sendable {
    /// The scenarios that are not in their first state.
    private var states: TreeDictionary<ExactText, String> = [:]
    /// How many responses of its sequence each stub has given.
    private var positions: TreeDictionary<UniqueID, Int> = [:]
    /// Counts changes that may change which stub matches. Progress within a sequence is not one.
    private(set) var version: UInt64 = 0

    func state(of scenario: String) -> String { states[ExactText(scenario)] ?? ScenarioRule.started }

    /// Whether the stub's scenario and sequence allow it to match.
    func admits(_ mapping: StubMapping) -> Bool {
        if let rule = mapping.scenario, let required = rule.requiredState, !state(of: rule.name).isSame(as: required) { return false }
        return mapping.responses.continuation != .once || mapping.responses.index(at: positions[mapping.id] ?? 0) != nil
    }

    /// Advances the chosen stub's scenario and sequence. `admits` must be true.
    /// - Returns: which of its responses it gives.
    mutating func advance(_ mapping: StubMapping) -> Int {
        if let rule = mapping.scenario, let newState = rule.newState { set(rule.name, to: newState) }
        let sequence = mapping.responses
        guard sequence.responses.count > 1 || sequence.continuation == .once else { return 0 }
        let position = positions[mapping.id] ?? 0
        positions[mapping.id] = position + 1
        if sequence.index(at: position + 1) == nil || sequence.mixesModifiers { version &+= 1 }
        return sequence.index(at: position) ?? 0
    }

    /// Advances several stubs if all of them are still admitted and would give these responses; otherwise changes nothing.
    mutating func advance(_ mappings: [StubMapping], giving indices: [Int]) -> Bool {
        for (mapping, index) in zip(mappings, indices) {
            guard admits(mapping), responseIndex(of: mapping) == index else { return false }
        }
        for mapping in mappings { _ = advance(mapping) }
        return true
    }

    /// Which response `advance` would give.
    func responseIndex(of mapping: StubMapping) -> Int { mapping.responses.index(at: positions[mapping.id] ?? 0) ?? 0 }

    mutating func set(_ scenario: String, to state: String) {
        guard !self.state(of: scenario).isSame(as: state) else { return }
        states[ExactText(scenario)] = state.isSame(as: ScenarioRule.started) ? nil : state
        version &+= 1
    }

    /// Scenarios that a table has no stubs for, and sequences of stubs that are gone or begin anew.
    struct Leftovers: Sendable {
        fileprivate var scenarios: [ExactText]
        fileprivate var sequences: [UniqueID]

        var isEmpty: Bool { scenarios.isEmpty && sequences.isEmpty }
    }

    /// Scenarios without stubs, and sequences that are over.
    func leftovers(except routes: RouteTable, isOver: (UniqueID) -> Bool) -> Leftovers {
        Leftovers(scenarios: states.keys.filter { !routes.hasScenario($0) }, sequences: positions.keys.filter(isOver))
    }

    /// Removes scenarios and sequences.
    mutating func forget(_ leftovers: Leftovers) {
        for name in leftovers.scenarios { states[name] = nil }
        for id in leftovers.sequences { positions[id] = nil }
        version &+= 1
    }

    /// Resets every scenario to its first state and every sequence to its beginning.
    mutating func reset() {
        states = [:]
        positions = [:]
        version &+= 1
    }
}
