internal import Synchronization

/// One response's stay at a gate.
final class GateHold: ResponseHold {
    let name: String
    private let gates: Gates
    /// 0 until the response arrives at the gate.
    private let number = Atomic<UInt64>(0)

    init(_ name: String, of gates: Gates) {
        self.name = name
        self.gates = gates
    }

    var kind: String { "gate" }

    func arrive(_ changed: @escaping @Sendable () -> Void) -> [@Sendable () -> Void] {
        let (number, told) = gates.arrive(at: name, changed)
        self.number.store(number, ordering: .releasing)
        return told
    }

    var standing: HoldStanding {
        let number = number.load(ordering: .acquiring)
        return number == 0 ? .waits : gates.standing(of: number)
    }

    func pass() { gates.pass(number.load(ordering: .acquiring)) }

    func leave(unlessItMayPass: Bool, _ calls: inout [@Sendable () -> Void]) -> Bool {
        let number = number.load(ordering: .acquiring)
        return number != 0 && gates.leave(number, unlessItMayPass: unlessItMayPass, &calls)
    }
}
