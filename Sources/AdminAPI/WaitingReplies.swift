internal import HTTPMessage
internal import Synchronization

/// Replies of the admin API that somebody waits for.
final class WaitingReplies: Sendable {
    private struct State: Sendable {
        var plans: [UInt64: DeferredPlan] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    func add(_ plan: DeferredPlan) -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            state.plans[state.lastNumber] = plan
            return state.lastNumber
        }
    }

    func remove(_ number: UInt64) { state.withLock { _ = $0.plans.removeValue(forKey: number) } }

    /// Fulfils them all.
    func end(with plan: WirePlan) {
        let plans = state.withLock { state in
            defer { state.plans = [:] }
            return state.plans
        }
        for (_, deferred) in plans.sorted(by: { $0.key < $1.key }) { deferred.fulfil(plan) }
    }
}
