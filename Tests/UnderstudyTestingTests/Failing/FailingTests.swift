import Foundation
import Testing
import UnderstudyClient
import UnderstudyTesting

let failingTestsAreWanted = ProcessInfo.processInfo.environment["FAILING_TESTS"] == "1"

/// Tests that fail or print something, for `ReportedFailuresTests`, which runs them in a process of their own.
@Suite(.enabled(if: failingTestsAreWanted)) struct FailingTests {
    @Test(.understudy) func miss() async throws {  // line of the miss
        let session = try UnderstudySession.current
        try await session.stub(.get("/feed").query("page", "1").respond(body: "one"))
        _ = try await App.get(session.url("/feed?page=1"))
        _ = try await App.get(session.url("/feed?page=2"))
    }

    @Test(.understudy) func unusedStub() async throws {
        let session = try UnderstudySession.current
        try await session.stub("/used", json: 1)
        try await session.stub("/unused", json: 2)  // line of the unused stub
        _ = try await App.get(session.url("/used"))
    }

    @Test(
        .understudy { Stub.get("/pictures").respond() }
    ) func unusedStubOfTheTrait() {}

    @Test(.understudy) func unmetExpectation() async throws {
        let session = try UnderstudySession.current
        try await session.stub(.post("/like").respond(status: 204).named("like").expect(.exactly(2)))  // line of the expectation
        _ = try await App.post(session.url("/like"))
    }

    @Test(.understudy) func failedVerification() async throws {
        let session = try UnderstudySession.current
        try await session.stub("/points", json: [Int]())
        _ = try await App.get(session.url("/points?lat=1"))
        try await session.verify(.get("/points").query("lat", "37.3293"))  // line of the verification
    }

    @Test(.understudy) func onlyItsOwnError() async throws {
        try await UnderstudySession.current.stub("/never", json: 1)
        throw CocoaError(.featureUnsupported)
    }

    @Test(.understudy(mocks: "no such folder")) func noSuchFolder() {}

    private static let post: @Sendable () -> [Stub] = {
        [.get("/post/7").respond(body: "0 likes"), .post("/post/7/like").respond(body: "1 like")]
    }
    /// A window that is long enough for the second request on a busy machine.
    private static let order = ResponseOrder(settleMilliseconds: 300)

    private func like() async throws -> String {
        let session = try UnderstudySession.current
        let screen = Screen()
        async let refresh: Void = screen.show(App.get(session.url("/post/7")))
        try await session.awaitRequests(.get("/post/7"))
        async let like: Void = screen.show(App.post(session.url("/post/7/like")))
        _ = try await (refresh, like)
        return await screen.text
    }

    @Test(.understudy(stubs: FailingTests.post), .everyOrder(.pairs, order: FailingTests.order))
    func failsInOneOrder() async throws {
        #expect(try await like() == "1 like", "the like counts")  // line of the order
    }

    @Test(
        .understudy(stubs: FailingTests.post),
        .everyOrder(order: FailingTests.order, replay: ProcessInfo.processInfo.environment["FAILING_SCHEDULE"] ?? "reverse"))
    func repeatsAnOrder() async throws {
        #expect(try await like() == "1 like")  // line of the replay
    }

    @Test(.understudy(stubs: FailingTests.post), .everyOrder(.pairs, order: FailingTests.order))
    func failsInTheOrderOfArrival() async throws {
        #expect(try await like() == "2 likes")
    }

    /// Passes: the second and the third request need the first one's response.
    @Test(.everyOrder(.pairs, order: FailingTests.order)) func asksTwoAfterAnother() async throws {
        let session = try UnderstudySession.current
        try await session.stub { for path in ["/first", "/second", "/third"] { Stub.get(path).respond(json: 1) } }
        _ = try await App.get(session.url("/first"))
        async let second = App.get(session.url("/second"))
        async let third = App.get(session.url("/third"))
        _ = try await (second, third)
    }

    @Test(.understudy) func missingBodyFile() async throws {
        let session = try UnderstudySession.current
        try await session.stub(.get("/page").respond(file: "missing.json"))  // line of the file
        _ = try await App.send("GET", session.url("/page"))
    }

    /// The second request needs the first one's response.
    @Test(.everyOrder(.pairs)) func asksOneAfterTheOther() async throws {
        let session = try UnderstudySession.current
        try await session.stub("/first", json: 1)
        try await session.stub("/second", json: 2)
        _ = try await App.get(session.url("/first"))
        _ = try await App.get(session.url("/second"))
    }

    /// Its requests are other ones in each run.
    @Test(.everyOrder(.pairs, order: FailingTests.order)) func sendsAnotherNonceInEachRun() async throws {
        let session = try UnderstudySession.current
        try await session.stub { for path in ["/first", "/second"] { Stub.get(path).respond(json: 1) } }
        async let first = App.get(session.url("/first?nonce=\(UUID())"))
        async let second = App.get(session.url("/second?nonce=\(UUID())"))
        _ = try await (first, second)
    }

    /// Nothing is strict, and nothing matches.
    @Test(.understudy(strict: false), .everyOrder(.pairs, order: FailingTests.order)) func matchesNothingInEveryOrder() async throws {
        let session = try UnderstudySession.current
        async let first = App.send("GET", session.url("/first"))
        async let second = App.send("GET", session.url("/second"))
        _ = try await (first, second)
    }

    @Test(.understudy(mocks: "no such folder")) func aServerThatIsNamed() async throws {
        let session = try UnderstudySession.current
        #expect(session.server.processID == nil)
        try await session.stub("/feed", json: 1)
        #expect(try await App.get(session.url("/feed")) == "1")
    }

    @Test(.everyOrder(.pairs)) func missesInEveryOrder() async throws {
        _ = try await App.get(UnderstudySession.current.url("/nothing"))
    }
}
