import MicroHTTPD
import Synchronization
import Testing

@testable import UnderstudyService

/// The engine's timer before, while and after the listeners are open.
@Suite(.timeLimit(.minutes(1))) struct SystemTimerTests {
    private final class Calls: Sendable {
        private let made = Atomic(0)
        var count: Int { made.load(ordering: .sequentiallyConsistent) }
        func make() { made.add(1, ordering: .sequentiallyConsistent) }
    }

    @Test func callsAreMadeAtOnceBeforeAndDroppedAfter() throws {
        let (timer, calls) = (SystemTimer(), Calls())
        _ = timer.schedule(after: .seconds(60)) { calls.make() }
        #expect(calls.count == 1)
        let reactor = try Reactor()
        defer { reactor.stop() }
        timer.open(reactor)
        _ = timer.schedule(after: .seconds(60)) { calls.make() }
        timer.close()
        _ = timer.schedule(after: .seconds(60)) { calls.make() }
        #expect(calls.count == 1)
        _ = timer.schedule(after: .zero) { calls.make() }
        #expect(calls.count == 2)
    }

    /// When a start fails, its reactor stops, and the next try has another one.
    @Test func afterAFailedStartItIsAsBefore() throws {
        let (timer, calls) = (SystemTimer(), Calls())
        let reactor = try Reactor()
        timer.open(reactor)
        timer.reset()
        reactor.stop()
        #expect(!timer.isOpen)
        _ = timer.schedule(after: .seconds(60)) { calls.make() }
        #expect(calls.count == 1)
    }

    /// As the sweep of sessions does: it would never end if the timer made its calls at once.
    @Test func aCallThatSchedulesItselfEndsWithTheTimer() {
        let (timer, calls) = (SystemTimer(), Calls())
        timer.close()
        @Sendable func again() {
            calls.make()
            _ = timer.schedule(after: .seconds(1), again)
        }
        again()
        #expect(calls.count == 1)
    }
}
