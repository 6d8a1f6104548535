import Foundation
import Testing
import UnderstudyClient

/// Gates and clocks: nothing here takes the time that it is about.
@Suite(.timeLimit(.minutes(5))) struct TimeTests {
    @Test func aGateHoldsUntilTheTestReleases() async throws {
        try await UnderstudyServer.shared().withSession { session in
            try await session.stub(.get("/page").respond(body: "page").hold("page"))
            let gate = session.gate("page")
            async let first = App.get(session.url("/page"))
            async let second = App.get(session.url("/page"))
            let state = try await gate.arrival(2, timeoutMilliseconds: 20_000)
            #expect(state.waiting == 2)
            try await gate.release()
            #expect(try await gate.state()?.waiting == 1)
            try await gate.releaseAll()
            #expect(try await first.text == "page")
            #expect(try await second.text == "page")
            #expect(try await gate.state()?.open == true)
            try await gate.close()
            #expect(try await gate.state()?.open == false)
        }
    }

    @Test func whoDoesNotArriveIsNamed() async throws {
        try await UnderstudyServer.shared().withSession { session in
            try await session.stub {
                Stub.get("/page").hold("page/1")
                Stub.get("/other").respond(body: "other").named("other")
            }
            _ = try await App.get(session.url("/other"))
            let line = #line + 2
            let failure = await thrown {
                try await session.gate("page/1").arrival(timeoutMilliseconds: 1)
            }
            #expect(
                failure?.message == """
                    No response reached the gate "page/1" within 1 ms.
                    What has come:
                      GET /other → 200, stub "other"
                    """)
            #expect(failure?.callSite.line == line)
            let unknown = await thrown { try await session.gate("pgae").release() }
            #expect(unknown?.message.contains("page/1") == true)
        }
    }

    @Test func aManualClockMovesByAdvanceOnly() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            try await session.stub(.get("/slow").respond(body: "slow").delay(milliseconds: 60_000))
            let before = try await session.clock.state().now
            async let reply = App.get(session.url("/slow"))
            try await session.awaitRequests(.get("/slow"), timeoutMilliseconds: 20_000)
            try await session.clock.advance(milliseconds: 59_999)
            let state = try await session.clock.advance(milliseconds: 1)
            #expect(state.fired == 1)
            #expect(state.now.timeIntervalSince(before) == 60)
            #expect(try await reply.text == "slow")
            try await session.clock.set(.real)
            #expect(await thrown { try await session.clock.advance(milliseconds: 1) }?.kind == .refused(status: 409))
        }
    }

    @Test func appAndServerAreOnOneClock() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            try await session.stub(.get("/slow").respond(body: "slow").delay(milliseconds: 10_000))
            let clock = session.serverClock()
            // The app gives up after five seconds.
            let app = Task { () -> String in
                try await withThrowingTaskGroup(of: String.self) { group in
                    group.addTask { try await App.get(session.url("/slow")).text }
                    group.addTask {
                        try await clock.sleep(until: clock.now.advanced(by: .seconds(5)), tolerance: nil)
                        return "too late"
                    }
                    defer { group.cancelAll() }
                    return try await group.next() ?? ""
                }
            }
            try await session.awaitRequests(.get("/slow"), timeoutMilliseconds: 20_000)
            try await clock.awaitSleepers()
            try await clock.advance(by: .seconds(5))
            #expect(try await app.value == "too late")
            #expect(clock.now.offset == .seconds(5))
        }
    }

    @Test func sleepersGoOnInOrderOfTheirDeadlines() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            let clock = session.serverClock()
            let order = Ids()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seconds in [3, 1, 2] {
                    group.addTask {
                        try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)), tolerance: nil)
                        await order.add("\(seconds) at \(clock.now.offset)")
                    }
                }
                try await clock.awaitSleepers(3)
                for _ in 1...3 {
                    try await clock.advance(by: .seconds(1))
                    try await group.next()
                }
            }
            #expect(await order.all == ["1 at 1.0 seconds", "2 at 2.0 seconds", "3 at 3.0 seconds"])
            try await clock.sleep(until: clock.now, tolerance: nil)
        }
    }

    @Test func aCancelledSleeperEnds() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            let clock = session.serverClock()
            let task = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil) }
            try await clock.awaitSleepers()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let late = Task {
                withUnsafeCurrentTask { unsafe $0?.cancel() }
                try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
            }
            await #expect(throws: CancellationError.self) { try await late.value }
        }
    }

    @Test func anyNumberIsATimeoutAndAnyDurationAStep() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            let clock = session.serverClock()
            let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil) }
            for timeout in [Int.max, .max - 1] { try await clock.awaitSleepers(timeoutMilliseconds: timeout) }
            await #expect(throws: UnderstudyFailure.self) { try await clock.awaitSleepers(2, timeoutMilliseconds: .min) }
            sleeper.cancel()
            _ = await sleeper.result
            let failure = await thrown { try await clock.advance(by: .seconds(Int64.max)) }
            #expect(failure?.kind == .refused(status: 422))
        }
    }

    @Test func sleepersThatDoNotComeAreCounted() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            let clock = session.serverClock()
            let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil) }
            try await clock.awaitSleepers()
            let line = #line + 1
            let failure = await thrown { try await clock.awaitSleepers(2, timeoutMilliseconds: 1) }
            #expect(failure?.kind == .timedOut)
            #expect(failure?.message == "1 of 2 tasks slept on the clock within 1 ms.")
            #expect(failure?.callSite.line == line)
            let waiting = Task { try await clock.awaitSleepers(2, timeoutMilliseconds: 3_600_000) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await clock.advance(by: .seconds(1))
            try await sleeper.value
        }
    }

    @Test func aClockThatCouldNotAdvanceIsBehindBySoMuch() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            let clock = session.serverClock()
            try await session.clock.set(.real)
            #expect(await thrown { try await clock.advance(by: .seconds(5)) }?.kind == .refused(status: 409))
            #expect(clock.now.offset == .zero)
            let before = try await session.clock.set(.manual).now
            try await clock.advance(by: .seconds(5))
            #expect(try await session.clock.state().now.timeIntervalSince(before) == 5)
            #expect(clock.now.offset == .seconds(5))
        }
    }

    @Test func twoAdvancesAddUp() async throws {
        try await UnderstudyServer.shared().withSession(clock: .manual) { session in
            let clock = session.serverClock()
            let before = try await session.clock.state().now
            async let first: Void = clock.advance(by: .seconds(1))
            async let second: Void = clock.advance(by: .seconds(1))
            _ = try await (first, second)
            #expect(clock.now.offset == .seconds(2))
            #expect(try await session.clock.state().now.timeIntervalSince(before) == 2)
        }
    }
}
