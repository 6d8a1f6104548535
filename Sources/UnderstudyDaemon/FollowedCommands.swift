/// The commands that run with the service, and whether they have received a signal to stop. One thread.
struct FollowedCommands {
    private var children: [ChildProcess]
    private var stopSignals = 0
    /// The status for the first signal to stop, as in a shell; nil when there was none.
    private(set) var stopStatus: Int32?

    init(_ children: [ChildProcess] = []) { self.children = children }

    /// Whether there was a signal to stop.
    var isStopped: Bool { stopSignals > 0 }

    mutating func add(_ child: ChildProcess) { children.append(child) }

    /// One that has ended, and its exit status; nil while all run. Does not wait.
    mutating func takeEnded() -> (child: ChildProcess, status: Int32)? {
        for (index, child) in children.enumerated() {
            guard let status = child.exitStatus() else { continue }
            children.remove(at: index)
            return (child, status)
        }
        return nil
    }

    /// Passes a signal on to all of them.
    func pass(_ delivery: Signals.Delivery) { for child in children { child.pass(delivery) } }

    /// Passes on a signal to stop; the second one kills.
    mutating func stop(_ delivery: Signals.Delivery) {
        stopSignals += 1
        stopStatus = stopStatus ?? 128 + delivery.number
        if stopSignals > 1 { kill() } else { pass(delivery) }
    }

    func kill() { for child in children { child.kill() } }
}
