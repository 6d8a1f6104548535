internal import Synchronization

/// One response's stay at a gate, which keeps it back until it is released.
///
/// `arrive` is called first, and once. Then `pass` is called once if the response continues, or `leave` if it does not; `leave` may be
/// called again, and after the stay is over, and does nothing then. Any thread; does not block. The caller may hold a lock: what `arrive`
/// and `leave` have to tell others is returned as calls.
final class GateHold: Sendable {
    /// The gate's name.
    let name: String
    private let gates: Gates
    /// 0 until the response arrives at the gate.
    private let number = Atomic<UInt64>(0)

    init(_ name: String, of gates: Gates) {
        self.name = name
        self.gates = gates
    }

    /// The response arrives at the gate.
    /// - Parameter changed: called once, on any thread, when `standing` is no longer `waits`; it may be called before this returns.
    /// - Returns: callbacks for others that wait for this arrival, to be called outside all locks.
    func arrive(_ changed: @escaping @Sendable () -> Void) -> [@Sendable () -> Void] {
        let (number, told) = gates.arrive(at: name, changed)
        self.number.store(number, ordering: .releasing)
        return told
    }

    var standing: HoldStanding {
        let number = number.load(ordering: .acquiring)
        return number == 0 ? .waits : gates.standing(of: number)
    }

    /// The response passes, which uses its release up.
    func pass() { gates.pass(number.load(ordering: .acquiring)) }

    /// The response does not continue: its client left, or it waited too long. Its release goes to another response.
    /// - Parameters:
    ///   - unlessItMayPass: true changes nothing if it may already pass.
    ///   - calls: gets what wakes the response that may pass in its place, to be called afterwards, outside all locks.
    /// - Returns: whether it was waiting until now.
    @discardableResult
    func leave(unlessItMayPass: Bool, _ calls: inout [@Sendable () -> Void]) -> Bool {
        let number = number.load(ordering: .acquiring)
        return number != 0 && gates.leave(number, unlessItMayPass: unlessItMayPass, &calls)
    }
}
