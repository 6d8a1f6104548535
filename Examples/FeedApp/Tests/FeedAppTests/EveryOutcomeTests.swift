import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// Five pages, four sizes and ten outcomes: 200 tests at the same time, each in a session of its own on one server, on a clock that each
/// test moves.
@Suite(.understudy(mocks: "mocks", clock: .manual)) struct EveryOutcomeTests {
    struct Request: Sendable, CustomTestStringConvertible {
        let size: Int
        let outcome: Outcome
        var testDescription: String { "of \(size) poses, \(outcome)" }

        static let all = [1, 4, 8, 20].flatMap { size in Outcome.allCases.map { Request(size: size, outcome: $0) } }
    }

    @Test(arguments: 0..<5, Request.all) func aPage(number: Int, request: Request) async throws {
        let session = try UnderstudySession.current
        let clock = session.serverClock()
        let page = PosePage.of((number * request.size)..<((number + 1) * request.size))
        try await session.stub(
            .feedPage(number).query("pageSize", "\(request.size)").respond(sequence: request.outcome.responses(page)))

        let client = App(on: session, clock: clock).feedClient
        let loading = Task { await Result { () async throws(APIError) in try await client.poses(of: number, size: request.size) } }
        switch request.outcome {
        case .comesAfter800Milliseconds:
            try await session.awaitRequests(.feedPage(number))
            try await clock.advance(by: .milliseconds(800))
        case .comesTooLate:
            // The app's deadline sleeps beside its request, in either order.
            try await session.awaitRequests(.feedPage(number))
            try await clock.awaitSleepers()
            try await clock.advance(by: .seconds(5))
        case .isBusyTwice:
            for pause in [1, 2] {
                try await clock.awaitSleepers(2)
                try await clock.advance(by: .seconds(pause))
            }
        default: break
        }

        #expect(await loading.value == request.outcome.expected(page))
        try await session.verify(.feedPage(number), .exactly(request.outcome.requests))
    }
}

extension FeedClient {
    fileprivate func poses(of number: Int, size: Int) async throws(APIError) -> [Pose] {
        do {
            return try await page(number, size: size)
        } catch {
            throw error as? APIError ?? .transport
        }
    }
}

extension Result where Success: Sendable {
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
