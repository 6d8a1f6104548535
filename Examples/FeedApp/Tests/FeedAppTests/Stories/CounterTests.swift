import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The third story: a value that the test builds, and the order of events in its hands.
@Suite(.understudy(mocks: "mocks")) @MainActor struct CounterTests {
    @Test func refreshAndFourTapsGive5_6_7_6_7() async throws {
        let session = try UnderstudySession.current
        try await session.stub("/counter", json: CounterDataModel(counterDefaultValue: 5))
        let counter = App(on: session).counter()
        await counter.refresh()
        var seen = [counter.count]
        for tap in [counter.increment, counter.increment, counter.decrement, counter.increment] {
            tap()
            seen.append(counter.count)
        }
        #expect(seen == [5, 6, 7, 6, 7])
    }

    @Test(.understudy { Stub.get("/counter").respond(json: CounterDataModel(counterDefaultValue: 5)).hold("counter") })
    func refreshIsStillInFlightWhileTheUserTapsPlus() async throws {
        let session = try UnderstudySession.current
        let counter = App(on: session).counter()
        let refresh = Task { await counter.refresh() }
        try await session.gate("counter").arrival()
        #expect(counter.isLoading)
        counter.increment()
        #expect(counter.count == nil)
        try await session.gate("counter").release()
        await refresh.value
        #expect(counter.count == 6)
    }

    @Test(.understudy(clock: .manual)) func aValueMayComeLate() async throws {
        let session = try UnderstudySession.current
        try await session.setScenario("counter", to: "slow")
        let counter = App(on: session).counter()
        let refresh = Task { await counter.refresh() }
        try await session.awaitRequests(.get("/counter"))
        try await session.clock.advance(milliseconds: 500)
        await refresh.value
        #expect(counter.count == 5)
    }
}
