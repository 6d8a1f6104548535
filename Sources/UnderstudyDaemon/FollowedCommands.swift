/// The commands that the service accompanies now, and whether they have been asked to stop. One thread.
struct FollowedCommands {
    private var children: [ChildProcess]
    private var stopSignals = 0

    init(_ children: [ChildProcess] = []) { self.children = children }

    /// Whether a signal asked for the end.
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

    /// Passes on a signal that asks for the end; the second one kills.
    mutating func stop(_ delivery: Signals.Delivery) {
        stopSignals += 1
        if stopSignals > 1 { kill() } else { pass(delivery) }
    }

    func kill() { for child in children { child.kill() } }
}
