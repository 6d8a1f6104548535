import Testing

@testable import UnderstudyTesting

@Suite struct CalmTests {
    /// How many tasks are tried when they are that late, the last one again and again.
    private func tries(_ latenesses: [Double]) async -> Int {
        var count = 0
        await Calm.wait {
            defer { count += 1 }
            return latenesses[min(count, latenesses.count - 1)]
        }
        return count
    }

    @Test func threeTasksInTimeAreCalm() async {
        #expect(await tries([0.001]) == 3)
        #expect(await tries([0.1, 0.001, 0.2, 0.001]) == 6, "in a row")
    }

    @Test func aMachineThatIsNeverCalmIsNotWaitedForForEver() async {
        #expect(await tries([0.1]) == 40)
    }

    @Test func aTaskThatWaitsForItsTurnIsLate() async {
        var time = 100.0
        let lateness = await Calm.lateness(uptime: { time }, turn: { time += 0.25 })
        #expect(abs(lateness - 0.245) < 0.000_001)
        #expect(lateness > Calm.mostLate)
    }
}
