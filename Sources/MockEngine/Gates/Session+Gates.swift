internal import StubModel

extension Session {
    /// The gates at which stubs of the session hold, and those that exist already, by name.
    package var allGates: [GateState] {
        let known = gates.all
        let others = namesOfGates.subtracting(known.map(\.name)).map { GateState(name: $0) }
        return (known + others).sorted { $0.name < $1.name }
    }

    /// Whether a stub holds at the gate, or the gate exists already.
    package func hasGate(_ name: String) -> Bool { gates[name] != nil || namesOfGates.contains(name) }

    /// A test's wait for arrivals at a gate is over: the session's response order continues without a window.
    package func gateWaitMet() { options.order?.gateWaitMet() }

    private var namesOfGates: Set<String> {
        Set(stubs.flatMap { stub in stub.mapping.responses.responses.compactMap { $0.hold?.gate } })
    }
}
