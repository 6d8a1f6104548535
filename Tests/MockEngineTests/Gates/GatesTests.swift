import StubModel
import Synchronization
import Testing

@testable import MockEngine

@Suite struct GatesTests {
    private final class Counter: Sendable { let value = Atomic<Int>(0) }

    private let clock = SessionClock(ManualClock(), ManualClock(), mode: .manual)
    private let gates: Gates

    init() { gates = Gates(clock) }

    private func arrive(_ name: String = "page") -> UInt64 { gates.come(name) {} }
    private func mayPass(_ number: UInt64) -> Bool { if case .mayPass = gates.standing(of: number) { true } else { false } }
    private func state(_ name: String = "page") -> [Int] {
        let state = gates[name] ?? GateState(name: name)
        return [state.waiting, state.arrived, state.released]
    }

    @Test func aResponseWaitsUntilItIsReleased() {
        let number = arrive()
        #expect(gates.standing(of: number) == .waits)
        #expect(gates.release("page", count: 1) == GateState("page", waiting: 0, arrived: 1, released: 1))
        #expect(mayPass(number))
    }

    @Test func theOldestGoFirst() {
        let numbers = (0..<5).map { _ in arrive() }
        _ = gates.release("page", count: 2)
        #expect(numbers.map(mayPass) == [true, true, false, false, false])
    }

    @Test func aReleaseCountsForThoseWhoComeLater() {
        let first = arrive()
        _ = gates.release("page", count: 3)
        #expect(mayPass(first))
        #expect([arrive(), arrive(), arrive()].map(mayPass) == [true, true, false])
        #expect(state() == [1, 4, 3])
    }

    @Test func anOpenGateLetsEverythingThroughUntilItIsClosed() {
        let first = arrive()
        #expect(gates.release("page").isOpen)
        #expect(mayPass(first) && mayPass(arrive()))
        #expect(gates.close("page") == GateState("page", waiting: 0, arrived: 2, released: 2))
        #expect(!mayPass(arrive()))
    }

    @Test func closingTakesBackWhatNobodyHasUsed() {
        _ = gates.release("page", count: 5)
        _ = gates.close("page")
        #expect(!mayPass(arrive()))
    }

    @Test func whoLeavesFreesItsPlace() {
        let first = arrive()
        let second = arrive()
        #expect(gates.leave(first))
        #expect(state() == [1, 2, 0])
        _ = gates.release("page", count: 1)
        #expect(mayPass(second))
    }

    @Test func aReleaseOfOneWhoLeavesBeforeItWentOnIsForTheNext() {
        let first = arrive()
        let second = arrive()
        _ = gates.release("page", count: 1)
        #expect(mayPass(first) && !mayPass(second))
        #expect(!gates.leave(first))
        #expect(mayPass(second))
        #expect(state() == [0, 2, 1])
    }

    @Test func withoutANextItIsForWhoeverComes() {
        let first = arrive()
        _ = gates.release("page", count: 1)
        gates.leave(first)
        #expect(state() == [0, 1, 0])
        #expect(mayPass(arrive()) && !mayPass(arrive()))
    }

    @Test func aReleaseThatWasSpentIsNotGivenBack() {
        let first = arrive()
        _ = gates.release("page", count: 1)
        gates.pass(first)
        gates.leave(first)
        #expect(!mayPass(arrive()))
        #expect(state() == [1, 2, 1])
    }

    @Test func aReleaseFromBeforeTheGateWasClosedIsNotGivenBack() {
        let first = arrive()
        _ = gates.release("page", count: 1)
        _ = gates.close("page")
        gates.leave(first)
        #expect(!mayPass(arrive()))
    }

    @Test func arrivalsAreTold() {
        let told = Mutex<[Gates.WaitEnding]>([])
        _ = gates.wait("page", arrivals: 2) { arrival in told.withLock { $0.append(arrival) } }
        _ = arrive()
        _ = arrive("another")
        #expect(told.withLock { $0 } == [])
        _ = arrive()
        #expect(told.withLock { $0 } == [.waiting(GateState("page", waiting: 2, arrived: 2, released: 0))])
        _ = gates.wait("page", arrivals: 1) { arrival in told.withLock { $0.append(arrival) } }
        #expect(told.withLock { $0.count } == 2)
    }

    @Test func whoNoLongerWaitsIsNotTold() {
        let number = gates.wait("page", arrivals: 1) { _ in Issue.record("told") }
        #expect(gates.stopWaiting("page", number))
        #expect(!gates.stopWaiting("page", number))
        _ = arrive()
    }

    @Test func aResetForgetsAllOfIt() {
        let told = Mutex<[String]>([])
        let number = gates.come("page") { told.withLock { $0.append("response") } }
        _ = gates.wait("page", arrivals: 5) { arrival in told.withLock { $0.append("\(arrival)") } }
        _ = gates.release("open")
        gates.reset()
        #expect(told.withLock { $0 } == ["response", "reset"])
        #expect(gates.standing(of: number) == .isOver("The gates were reset."))
        #expect(gates.all.isEmpty)
        #expect(!mayPass(arrive("open")))
    }

    @Test func manyWhoLeaveDoNotFillTheLine() {
        let last = (0..<1000).map { _ in arrive() }
        for number in last.dropLast() { gates.leave(number) }
        #expect(state() == [1, 1000, 0])
        _ = gates.release("page", count: 1)
        #expect(mayPass(last.last!))
    }

    @Test func theEndIsToldAlsoToWhoWaitsLater() {
        let told = Mutex<[Gates.WaitEnding]>([])
        _ = gates.wait("page", arrivals: 1) { ending in told.withLock { $0.append(ending) } }
        gates.end()
        #expect(told.withLock { $0 } == [.ended])
        let number = gates.wait("page", arrivals: 1) { ending in told.withLock { $0.append(ending) } }
        #expect(told.withLock { $0 } == [.ended, .ended])
        #expect(!gates.stopWaiting("page", number))
        #expect(!gates.isAwaited)
    }

    /// Responses arrive, leave and pass on several threads while releases are given: in the end each release was used exactly once.
    @Test func nothingIsLostUnderConcurrency() async throws {
        let gates = gates
        let passed = Counter()
        let releases = 2000
        let left = await withTaskGroup(of: [UInt64].self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var waiting: [UInt64] = []
                    for turn in 0..<1000 {
                        let number = gates.come("page") {}
                        if (turn + worker) % 4 == 0 {
                            gates.leave(number)
                        } else if case .mayPass = gates.standing(of: number) {
                            gates.pass(number)
                            passed.value.add(1, ordering: .relaxed)
                        } else if turn % 2 == 0 {
                            gates.leave(number)
                        } else {
                            waiting.append(number)
                        }
                    }
                    return waiting
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<(releases / 2) { _ = gates.release("page", count: 1) }
                    return []
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        func pass(_ number: UInt64) -> Bool {
            guard mayPass(number) else { return false }
            gates.pass(number)
            passed.value.add(1, ordering: .relaxed)
            return true
        }
        // Those that were released while they waited.
        for number in left { _ = pass(number) }
        let state = try #require(gates["page"])
        #expect(state.arrived == 4000)
        #expect(state.released == passed.value.load(ordering: .relaxed))
        #expect(state.waiting == 0 || state.released == releases, "a response waits beside an unused release")
        // Later ones use up the rest.
        for _ in 0...releases where !pass(arrive()) { break }
        #expect(passed.value.load(ordering: .relaxed) == releases)
    }
}

extension Gates {
    /// A response arrives at a gate, and waits for arrivals are called back.
    fileprivate func come(_ name: String, _ changed: @escaping @Sendable () -> Void) -> UInt64 {
        let (number, told) = arrive(at: name, changed)
        for call in told { call() }
        return number
    }
}

extension GateState {
    fileprivate init(_ name: String, waiting: Int, arrived: Int, released: Int) {
        self.init(name: name)
        self.waiting = waiting
        self.arrived = arrived
        self.released = released
    }
}

extension Gates {
    /// Leaves, and tells who may pass in its place.
    @discardableResult
    fileprivate func leave(_ number: UInt64, unlessItMayPass: Bool = false) -> Bool {
        var calls: [@Sendable () -> Void] = []
        defer { for call in calls { call() } }
        return leave(number, unlessItMayPass: unlessItMayPass, &calls)
    }
}
