import Budget
import Testing

@Suite struct WorkBudgetTests {
    @Test func itStopsWhenTheStepsAreUsedUp() {
        let budget = WorkBudget(.init(steps: 10))
        let isAllowed = budget.chargeSteps(10)
        #expect(isAllowed && budget.stop == nil)
        let isRefused = !budget.chargeSteps(1)
        #expect(isRefused && budget.stop == .steps(10))
        #expect(budget.stop?.description == "the work for this request takes more than 10 steps (limits.requestSteps)")
        #expect(throws: WorkBudget.Stop.steps(10)) { try budget.check() }
    }

    @Test func whatIsRefusedStaysRefused() {
        let budget = WorkBudget(.init(steps: 10))
        budget.chargeSteps(Int.max)
        let isRefused = !budget.chargeSteps(0)
        #expect(isRefused)
    }

    @Test func itStopsWhenTheMemoryIsUsedUp() {
        let budget = WorkBudget(.init(bytes: 1_000))
        let isAllowed = budget.chargeBytes(1_000)
        #expect(isAllowed && budget.stepsLeft == budget.limits.steps - 62)
        let isRefused = !budget.chargeBytes(1)
        #expect(isRefused && budget.stop == .bytes(1_000))
        #expect(budget.stop?.description == "the work for this request needs more than 1000 bytes of memory (limits.requestMemoryBytes)")
    }

    @Test func aDocumentTakesSeveralTimesItsBytes() {
        let budget = WorkBudget(.init(bytes: 1_000))
        let isRefused = !budget.chargeParsing(126)
        #expect(isRefused && budget.stop == .bytes(1_000))
        let largest = WorkBudget()
        largest.chargeParsing(Int.max)
        #expect(largest.stop == .bytes(512 << 20))
    }

    @Test func itPausesAndContinues() {
        let budget = WorkBudget(.init(steps: 100), pausingAfter: 10)
        #expect(budget.stepsUntilStop == 10)
        budget.chargeSteps(11)
        #expect(budget.isPaused && budget.stepsUntilStop == 0)
        budget.resume()
        #expect(budget.stop == nil && budget.stepsUntilStop == 89)
        budget.chargeSteps(90)
        #expect(budget.stop == .steps(100) && !budget.isPaused)
        budget.resume()
        #expect(budget.stop == .steps(100), "only a pause ends")
    }

    @Test func workThatIsTooLargeForAllPausesFirst() {
        let budget = WorkBudget(.init(steps: 100), pausingAfter: 10)
        budget.chargeSteps(1_000)
        #expect(budget.isPaused)
        budget.resume()
        budget.chargeSteps(1_000)
        #expect(budget.stop == .steps(100))
    }
}
