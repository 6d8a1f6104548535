internal import HTTPMessage
internal import Synchronization

/// The pending replies of the admin API.
final class WaitingReplies: Sendable {
    private struct State: Sendable {
        var plans: [UInt64: DeferredPlan] = [:]
        var lastNumber: UInt64 = 0
        /// Set when the server stops.
        var ending: WirePlan?
    }

    private let state = Mutex(State())

    /// - Returns: a number for `remove`; nil when the server has stopped and the plan is already fulfilled.
    func add(_ plan: DeferredPlan) -> UInt64? {
        let (number, ending): (UInt64, WirePlan?) = state.withLock { state in
            if let ending = state.ending { return (0, ending) }
            state.lastNumber += 1
            state.plans[state.lastNumber] = plan
            return (state.lastNumber, nil)
        }
        guard let ending else { return number }
        plan.fulfil(ending)
        return nil
    }

    func remove(_ number: UInt64) { state.withLock { _ = $0.plans.removeValue(forKey: number) } }

    /// Fulfils all pending replies, and those that are added later.
    func end(with plan: WirePlan) {
        let plans = state.withLock { state in
            state.ending = plan
            defer { state.plans = [:] }
            return state.plans
        }
        for (_, deferred) in plans.sorted(by: { $0.key < $1.key }) { deferred.fulfil(plan) }
    }
}
