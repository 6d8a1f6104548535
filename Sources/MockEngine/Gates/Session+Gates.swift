internal import StubModel

extension Session {
    /// The gates that stubs of the session hold at, and those that something has happened to, by their names.
    package var allGates: [GateState] {
        let known = gates.all
        let others = namesOfGates.subtracting(known.map(\.name)).map { GateState(name: $0) }
        return (known + others).sorted { $0.name < $1.name }
    }

    /// Whether a stub holds at the gate, or something has happened to it.
    package func hasGate(_ name: String) -> Bool { gates[name] != nil || namesOfGates.contains(name) }

    /// Somebody who waited for arrivals at a gate has seen them: the session's order of responses goes on without a window.
    package func gateWaitMet() { options.order?.gateWaitMet() }

    private var namesOfGates: Set<String> {
        Set(stubs.flatMap { stub in stub.mapping.responses.responses.compactMap { $0.hold?.gate } })
    }
}
