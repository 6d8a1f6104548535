import HTTPMessage
import StubModel
import Synchronization
import Testing

@testable import MockEngine

@Suite struct SessionClockTests {
    /// The calls, in order.
    private final class Calls: Sendable {
        let names = Mutex<[String]>([])
        func note(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    private let machine = ManualClock()
    private let calls = Calls()

    private func clock(_ mode: ClockMode, latencyScale: Double = 1) -> SessionClock {
        SessionClock(machine, machine, latencyScale: latencyScale, mode: mode)
    }

    private func schedule(_ clock: SessionClock, _ milliseconds: Int, _ name: String) -> any Cancellable {
        clock.schedule(after: .milliseconds(milliseconds)) { [calls] in calls.note(name) }
    }

    @Test func aRealClockFollowsTheMachine() {
        let clock = clock(.real)
        _ = schedule(clock, 200, "second")
        _ = schedule(clock, 100, "first")
        machine.advance(by: .milliseconds(99))
        #expect(calls.all == [])
        machine.advance(by: .milliseconds(1))
        #expect(calls.all == ["first"])
        machine.advance(by: .milliseconds(100))
        #expect(calls.all == ["first", "second"])
        #expect(clock.now == machine.now)
        #expect(clock.advance(by: .seconds(1)) == nil)
    }

    @Test func aScaledClockShortensWhatIsScheduledAndLeavesCivilTime() {
        let clock = clock(.scaled(0.1), latencyScale: 0.5)
        _ = schedule(clock, 1000, "call")
        machine.advance(by: .milliseconds(49))
        #expect(calls.all == [])
        machine.advance(by: .milliseconds(1))
        #expect(calls.all == ["call"])
        #expect(clock.now == machine.now)
        #expect(clock.latencyFactor == 0.05)
    }

    @Test func aScaleOfZeroLeavesNothingToWaitFor() {
        let clock = clock(.scaled(0))
        _ = schedule(clock, 86_400_000, "call")
        machine.advance(by: .milliseconds(100))
        #expect(calls.all == ["call"])
        #expect(clock.latencyFactor == 0)
    }

    @Test func aManualClockMovesWhenItIsToldTo() {
        let clock = clock(.manual)
        let before = clock.now
        _ = schedule(clock, 800, "call")
        machine.advance(by: .seconds(100))
        #expect(calls.all == [])
        #expect(clock.now == before)
        #expect(clock.advance(by: .milliseconds(799)) == 0)
        #expect(clock.advance(by: .milliseconds(1)) == 1)
        #expect(calls.all == ["call"])
        #expect(clock.now.milliseconds == before.milliseconds + 800)
    }

    @Test func aClockThatBecomesManualStandsAtTheMachinesTime() {
        let clock = clock(.real)
        machine.advance(by: .seconds(100))
        let now = machine.now
        clock.follow(.manual)
        machine.advance(by: .seconds(50))
        #expect(clock.now == now)
        clock.advance(by: .seconds(1))
        clock.follow(.manual)
        #expect(clock.now.milliseconds == now.milliseconds + 1_000, "it was manual already")
        clock.follow(.real)
        #expect(clock.now == machine.now)
    }

    @Test func anAdvanceFiresInOrderOfDeadlineAndEachSeesItsOwnMoment() {
        let clock = clock(.manual)
        let before = clock.now.milliseconds
        let moments = Mutex<[Int]>([])
        for delay in [300, 100, 200, 100] {
            clock.schedule(after: .milliseconds(delay)) { moments.withLock { $0.append(Int(clock.now.milliseconds - before)) } }
        }
        // If a call schedules another one that is due, the same advance makes it.
        clock.schedule(after: .milliseconds(150)) {
            clock.schedule(after: .milliseconds(100)) { moments.withLock { $0.append(-Int(clock.now.milliseconds - before)) } }
        }
        #expect(clock.advance(by: .milliseconds(1000)) == 6)
        #expect(moments.withLock { $0 } == [100, 100, 200, -250, 300])
        #expect(clock.now.milliseconds == before + 1000)
    }

    @Test func whatIsCancelledIsNotCalled() {
        let clock = clock(.manual)
        let call = schedule(clock, 100, "cancelled")
        _ = schedule(clock, 100, "kept")
        call.cancel()
        #expect(clock.advance(by: .seconds(1)) == 1)
        #expect(calls.all == ["kept"])
    }

    @Test func whatWaitsOnAManualClockWaitsForTheRestOnTheMachines() {
        let clock = clock(.manual)
        _ = schedule(clock, 1000, "call")
        clock.advance(by: .milliseconds(400))
        clock.follow(.real)
        #expect(clock.now == machine.now)
        machine.advance(by: .milliseconds(599))
        #expect(calls.all == [])
        machine.advance(by: .milliseconds(1))
        #expect(calls.all == ["call"])
    }

    @Test func whatWaitsInRealTimeWaitsForTheRestOnAManualClock() {
        let clock = clock(.real)
        _ = schedule(clock, 1000, "call")
        machine.advance(by: .milliseconds(400))
        clock.follow(.manual)
        machine.advance(by: .seconds(10))
        #expect(calls.all == [])
        #expect(clock.advance(by: .milliseconds(599)) == 0)
        #expect(clock.advance(by: .milliseconds(1)) == 1)
    }

    @Test func anotherScaleAppliesToTheRest() {
        let clock = clock(.real)
        _ = schedule(clock, 1000, "call")
        machine.advance(by: .milliseconds(500))
        clock.follow(.scaled(0.1))
        machine.advance(by: .milliseconds(49))
        #expect(calls.all == [])
        machine.advance(by: .milliseconds(1))
        #expect(calls.all == ["call"])
    }

    @Test func aClockThatIsManualAlreadyStaysWhereItIs() {
        let clock = clock(.manual)
        clock.advance(by: .seconds(3600))
        let now = clock.now
        machine.advance(by: .seconds(7))
        clock.follow(.manual)
        #expect(clock.now == now)
    }

    @Test func itIsNotMovedBeyondTheYear2199() {
        let clock = clock(.manual)
        for _ in 0..<30 { clock.advance(by: SessionClock.longestStep) }
        let last = clock.now
        #expect(clock.advance(by: SessionClock.longestStep) == nil)
        #expect(clock.now == last)
        #expect(last.milliseconds < 7_258_118_400_000)
    }

    /// A call that is scheduled for a moment within an advance is made, whenever it is scheduled.
    @Test func nothingIsLostBetweenAnAdvanceAndWhatIsScheduled() async {
        let clock = clock(.manual)
        let counts = Mutex<(called: Int, lost: Int)>((0, 0))
        for _ in 0..<20_000 {
            let isCalled = Mutex(false)
            let due = clock.moment + .milliseconds(1)
            async let moved = clock.advance(by: .milliseconds(2))
            async let scheduled = clock.schedule(at: due) { isCalled.withLock { $0 = true } }
            _ = await (moved, scheduled)
            counts.withLock { counts in if isCalled.withLock({ $0 }) { counts.called += 1 } else { counts.lost += 1 } }
        }
        #expect(counts.withLock { $0 } == (20_000, 0))
    }

    @Test func aTimeWithoutACallIsWhereItWasToGo() {
        var time = MovableTime(now: Timestamp(milliseconds: 0))
        _ = time.calls.add(at: .milliseconds(5)) {}
        #expect(time.moveToNext(until: .milliseconds(4)) == nil)
        #expect(time.moment == .milliseconds(4) && time.now == Timestamp(milliseconds: 4))
        #expect(time.moveToNext(until: .milliseconds(9)) != nil)
        #expect(time.moment == .milliseconds(5))
    }

    @Test func nothingIsCalledOnceItHasEnded() {
        let clock = clock(.manual)
        _ = schedule(clock, 100, "call")
        clock.end()
        _ = schedule(clock, 0, "later")
        clock.advance(by: .seconds(1))
        #expect(calls.all == [])
    }

    @Test func tenThousandDeadlinesAreFiredAtOnce() {
        let clock = clock(.manual)
        let count = Atomic<Int>(0)
        var generator = SeededRandom(seed: 1)
        for _ in 0..<10_000 {
            clock.schedule(after: .milliseconds(Int.random(in: 1...1_000_000, using: &generator))) {
                count.add(1, ordering: .relaxed)
            }
        }
        let duration = ContinuousClock().measure { clock.advance(by: .seconds(1000)) }
        #expect(count.load(ordering: .relaxed) == 10_000)
        // A search through all of them for each one took 40 s.
        #expect(duration < .seconds(5))
    }

    @Test func aScaleBeyondAllMeasureIsTheLongestWait() {
        let clock = clock(.real, latencyScale: 1e30)
        _ = schedule(clock, 10, "call")
        machine.advance(by: .seconds(1_000_000))
        #expect(calls.all == [])
    }
}
