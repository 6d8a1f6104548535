import ResponseOrders
import Synchronization
import Testing

@testable import MockEngine

/// Two threads perform the actions of two events, and the one that came first is the slower.
@Suite struct ReleaseTimerTests {
    private let clock = ManualClock()
    private let fired = Fired()

    private final class Fired: Sendable { let numbers = Mutex<[Int]>([]) }

    private func perform(_ actions: [ReleaseScheduler.Action], on timer: inout ReleaseTimer) {
        for action in actions {
            switch action {
            case .setTimer(let number, let duration):
                let call = clock.schedule(after: duration) { [fired] in fired.numbers.withLock { $0.append(number) } }
                timer.set(number, call)?.cancel()
            case .stopTimer(let number): timer.stop(number)?.cancel()
            case .release, .diverge: break
            }
        }
    }

    private func fire() -> [Int] {
        clock.advance(by: .seconds(60))
        return fired.numbers.withLock { $0 }
    }

    /// A scheduler that delivers its only response, and its timer.
    private func deliver() -> (ReleaseScheduler, ReleaseTimer) {
        var (scheduler, timer) = (ReleaseScheduler(.arrival), ReleaseTimer())
        perform(scheduler.handle(.arrived(1, RequestLabel("GET /1"))), on: &timer)
        perform(scheduler.handle(.gateWaitMet), on: &timer)
        return (scheduler, timer)
    }

    @Test func aStopThatIsLateLeavesTheNewerTimer() {
        var (scheduler, timer) = deliver()
        let stop = scheduler.handle(.delivered(1))
        let set = scheduler.handle(.arrived(2, RequestLabel("GET /2")))
        perform(set, on: &timer)
        perform(stop, on: &timer)
        guard case .setTimer(let number, _)? = set.first else {
            Issue.record("\(set)")
            return
        }
        #expect(fire() == [number])
    }

    @Test func aTimerThatIsLateDoesNotOutliveItsStop() {
        var (scheduler, timer) = deliver()
        let acknowledged = scheduler.handle(.delivered(1))
        let set = scheduler.handle(.arrived(2, RequestLabel("GET /2")))
        let stop = scheduler.handle(.left(2))
        perform(acknowledged, on: &timer)
        perform(stop, on: &timer)
        perform(set, on: &timer)
        #expect(fire() == [])
    }

    @Test func nothingIsSetAfterTheEnd() {
        var (scheduler, timer) = deliver()
        timer.end()?.cancel()
        perform(scheduler.handle(.delivered(1)) + scheduler.handle(.arrived(2, RequestLabel("GET /2"))), on: &timer)
        #expect(fire() == [])
    }
}
