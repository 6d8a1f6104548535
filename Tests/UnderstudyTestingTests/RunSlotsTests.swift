import Testing

@testable import UnderstudyTesting

@Suite struct RunSlotsTests {
    /// How many are in the body at once, and the most there were.
    private actor Count {
        private(set) var most = 0
        private var now = 0
        func enter() {
            now += 1
            most = max(most, now)
        }
        func leave() { now -= 1 }
    }

    @Test(arguments: [1, 3]) func noMoreAreUnderWayThanThereAreSlots(slots: Int) async {
        let (all, count) = (RunSlots(slots), Count())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await all.use {
                        await count.enter()
                        await count.leave()
                    }
                }
            }
        }
        #expect(await count.most <= slots)
        #expect(await count.most >= 1)
    }

    @Test func aBodyThatThrowsGivesItsSlotBack() async throws {
        let slots = RunSlots(1)
        for _ in 0..<2 {
            await #expect(throws: CancellationError.self) { try await slots.use { throw CancellationError() } }
        }
        #expect(await slots.use { 7 } == 7)
    }
}
