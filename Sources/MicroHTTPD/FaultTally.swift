internal import HTTPMessage
internal import Synchronization

/// How many planned faults a daemon has performed, by effect. Any thread.
final class FaultTally: Sendable {
    private let resets = Atomic<Int>(0)
    private let closes = Atomic<Int>(0)
    private let stalls = Atomic<Int>(0)
    private let garbage = Atomic<Int>(0)

    func note(_ effect: WireFault.Effect) {
        switch effect {
        case .reset: resets.add(1, ordering: .relaxed)
        case .close: closes.add(1, ordering: .relaxed)
        case .stall: stalls.add(1, ordering: .relaxed)
        case .garbage: garbage.add(1, ordering: .relaxed)
        }
    }

    var counts: Daemon.Faults {
        Daemon.Faults(
            resets: resets.load(ordering: .relaxed), closes: closes.load(ordering: .relaxed), stalls: stalls.load(ordering: .relaxed),
            garbage: garbage.load(ordering: .relaxed))
    }
}
