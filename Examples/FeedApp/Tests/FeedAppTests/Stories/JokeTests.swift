import FeedApp
import OpenCombine
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The second story: success or failure, chosen by the test. The app's code is in Combine's style.
@Suite(.understudy(mocks: "mocks")) struct JokeTests {
    @Test func aJokeIsShown() async throws {
        let screen = try App.current.joke()
        #expect(try await screen.afterNext() == .joke("There are 10 kinds of people: those who read binary and those who don't."))
    }

    @Test func afterAFailureTheNextJokeIsShown() async throws {
        let session = try UnderstudySession.current
        let screen = App(on: session).joke()
        try await session.setScenario("joke", to: "gone")
        #expect(try await screen.afterNext() == .failed(.status(410)))
        try await session.resetScenarios()
        guard case .joke = try await screen.afterNext() else {
            Issue.record("no joke, but \(screen.state.value)")
            return
        }
    }

    @Test(arguments: [("invalid-json", APIError.unreadable), ("transport-error", .transport)])
    func whatIsNoJokeIsAFailure(state: String, error: APIError) async throws {
        let session = try UnderstudySession.current
        try await session.setScenario("joke", to: state)
        #expect(try await App(on: session).joke().afterNext() == .failed(error))
    }

    @Test func aJokeOfTheTestsOwnIsShown() async throws {
        let session = try UnderstudySession.current
        try await session.stub("/jokes/random", json: JokeReply(Joke(id: 1, joke: "Knock, knock.")))
        #expect(try await App(on: session).joke().afterNext() == .joke("Knock, knock."))
    }

    @Test func theScreenSaysThatItLoads() async throws {
        let session = try UnderstudySession.current
        try await session.stub(.get("/jokes/random").respond(json: JokeReply(Joke(id: 1, joke: "Late."))).hold("joke"))
        let screen = App(on: session).joke()
        screen.next()
        try await session.gate("joke").arrival()
        #expect(screen.state.value == .loading)
        try await session.gate("joke").release()
        #expect(try await screen.settled() == .joke("Late."))
    }
}

extension JokeModel {
    /// What the screen shows when the next joke, or a failure, has come.
    fileprivate func afterNext() async throws -> State {
        next()
        return try await settled()
    }

    /// What the screen shows when nothing is under way.
    fileprivate func settled() async throws -> State {
        for await state in state.values where state != .loading { return state }
        throw CancellationError()
    }
}
