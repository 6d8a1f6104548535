import TestSupport
import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct TimerQueueTests {
    private let millisecond: Int64 = 1_000_000

    @Test func jobsComeOutInOrderOfTheirDeadlines() {
        var queue = TimerQueue<Int>()
        var generator = SeededGenerator()
        let deadlines = (0..<1000).map { _ in Int64.random(in: 0..<500, using: &generator) }
        for deadline in deadlines { _ = queue.insert(Int(deadline), at: deadline * millisecond, from: 0) }
        var last = -1
        var count = 0
        for now in stride(from: Int64(0), through: 504, by: 7) {
            for job in queue.takeDue(at: now * millisecond) {
                #expect(job >= last && job <= now && job > now - 8, "seed \(generator.seed)")
                last = job
                count += 1
            }
        }
        #expect(count == 1000)
        #expect(queue.nextDeadline == nil)
    }

    @Test func jobsOfOneDeadlineKeepTheirOrder() {
        var queue = TimerQueue<Int>()
        for job in 0..<100 { _ = queue.insert(job, at: 5 * millisecond, from: 0) }
        let due = queue.takeDue(at: 5 * millisecond)
        #expect(due == Array(0..<100))
    }

    @Test func nothingIsEverEarly() {
        var queue = TimerQueue<Int>()
        _ = queue.insert(1, at: 1, from: 0)
        let early = queue.takeDue(at: millisecond - 1)
        let due = queue.takeDue(at: millisecond)
        #expect(early.isEmpty)
        #expect(due == [1])
    }

    @Test func deadlinesGoToAGrid() {
        #expect(TimerQueue<Int>.rounded(1, from: 0) == millisecond)
        #expect(TimerQueue<Int>.rounded(millisecond, from: 0) == millisecond)
        #expect(TimerQueue<Int>.rounded(2_001_000_000, from: 0) == 2_005_000_000)
        #expect(TimerQueue<Int>.rounded(Int64.max - 1, from: 0) == Int64.max)
    }

    @Test func theAlarmIsSetForAnEarlierJobOnly() {
        var queue = TimerQueue<Int>()
        let alarms = [10, 20, 10, 5].map { queue.insert(1, at: $0 * millisecond, from: 0) }
        #expect(alarms == [true, false, false, true])
        #expect(queue.nextDeadline == 5 * millisecond)
    }

    @Test func deadJobsDoNotPileUp() {
        var queue = TimerQueue<Int> { $0 % 2 == 0 }
        for job in 0..<100_000 { _ = queue.insert(job % 1000 == 1 ? 1 : 0, at: 60_000 * millisecond, from: 0) }
        #expect(queue.count < 10_000)
        let due = queue.takeDue(at: Int64.max)
        #expect(due.count { $0 == 1 } == 100)
    }
}
