import HTTPMessage
import Synchronization
import Testing

@Suite struct DeferredPlanTests {
    private final class Work: Sendable {
        let plan: DeferredPlan
        init(_ plan: DeferredPlan) { self.plan = plan }
        func giveUp() {}
    }

    /// A plan that is retained by its own work, as by work that will fulfil it.
    private func planWithWork() -> (plan: DeferredPlan, work: () -> Work?) {
        let plan = DeferredPlan()
        let work = Work(plan)
        plan.onAbandoned { work.giveUp() }
        return (plan, { [weak work] in work })
    }

    @Test func aFulfilledPlanLetsGoOfItsWork() {
        let (early, earlyWork) = planWithWork()
        early.fulfil(WirePlan(Response(status: 200)))
        #expect(earlyWork() == nil)
        early.onAbandoned { early.abandon() }

        let (late, lateWork) = planWithWork()
        let status = Mutex(0)
        late.whenFulfilled { plan in
            status.withLock { $0 = plan.response.status }
            return true
        }
        #expect(lateWork() != nil)
        late.fulfil(WirePlan(Response(status: 201)))
        #expect(status.withLock { $0 } == 201)
        #expect(lateWork() == nil)
    }

    @Test func anAbandonedPlanLetsGoOfItsWork() {
        let (plan, work) = planWithWork()
        plan.abandon()
        #expect(work() == nil)
    }

    @Test func fulfillingTellsWhetherThePlanWasTaken() {
        let plan = WirePlan(Response(status: 200))
        let waiting = DeferredPlan()
        waiting.whenFulfilled { _ in true }
        #expect(waiting.fulfil(plan))
        #expect(!waiting.fulfil(plan))

        let gone = DeferredPlan()
        gone.whenFulfilled { _ in true }
        gone.abandon()
        #expect(!gone.fulfil(plan))

        let justLeft = DeferredPlan()
        justLeft.whenFulfilled { _ in false }
        #expect(!justLeft.fulfil(plan))

        let early = DeferredPlan(ticket: ExchangeTicket(owner: 2, number: 3))
        #expect(early.fulfil(plan))
        #expect(!early.fulfil(plan))
        #expect(early.ticket == ExchangeTicket(owner: 2, number: 3))

        let untaken = DeferredPlan()
        untaken.fulfil(WirePlan(Response(status: 201)))
        #expect(untaken.abandon()?.response.status == 201)
        #expect(untaken.abandon()?.response.status == nil)
    }

    @Test func aPlanThatIsAbandonedWhileItIsOfferedDoesNotComeBack() {
        let offered = DeferredPlan()
        offered.fulfil(WirePlan(Response(status: 200)))
        offered.whenFulfilled { _ in
            #expect(offered.abandon()?.response.status == nil)
            return false
        }
        #expect(offered.abandon()?.response.status == nil)

        let kept = DeferredPlan()
        kept.fulfil(WirePlan(Response(status: 201)))
        kept.whenFulfilled { _ in false }
        #expect(kept.abandon()?.response.status == 201)
    }
}
