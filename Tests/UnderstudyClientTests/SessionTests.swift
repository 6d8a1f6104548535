import Foundation
import Testing
import UnderstudyClient

/// Sessions of the built program, which the client launches itself.
@Suite struct SessionTests {
    private struct Counter: Codable, Equatable { var counterDefaultValue: Int }

    @Test func aStubFromAnEncodableInOneLine() async throws {
        let server = try await UnderstudyServer.shared()
        try await server.withSession { session in
            try await session.stub("/counter", json: Counter(counterDefaultValue: 5))
            let reply = try await App.get(session.url("/counter"))
            #expect(reply == App.Reply(status: 200, text: #"{"counterDefaultValue":5}"#, type: "application/json"))
        }
    }

    @Test func isLiveWithEverythingWhenItOpens() async throws {
        let server = try await UnderstudyServer.shared()
        let session = try await server.session("a feed", clock: .manual, network: .lte, seed: 7) {
            Stub.get("/feed").respond(body: "first").named("feed")
            Stub.get("/feed").respond(body: "second")
            for number in 1...2 { Stub.get("/pictures/\(number)").respond(status: 404) }
        }
        #expect(session.name == "a feed")
        #expect(session.seed == 7)
        #expect(try await session.clock.state().mode == .manual)
        #expect(try await session.network().profile == "LTE")
        #expect(try await session.stubs().count == 4)
        #expect(try await App.get(session.url("/feed")).text == "second", "of two alike the last one wins")
        let report = try await session.close()
        #expect(report.ok)
        #expect(report.requests == 1)
        #expect(report.unusedStubs.map(\.name).contains("feed"))
    }

    @Test func severalStubsInOneStep() async throws {
        let server = try await UnderstudyServer.shared()
        try await server.withSession { session in
            let stubs = try await session.stub {
                Stub.get("/a").respond(body: "first")
                Stub.get("/a").respond(body: "second")
            }
            #expect(try await App.get(session.url("/a")).text == "second")
            try await session.remove(stubs[1])
            #expect(try await App.get(session.url("/a")).text == "first")
            try await session.replace(stubs[0].respond(body: "third"))
            #expect(try await App.get(session.url("/a")).text == "third")
            try await session.reset()
            #expect(try await session.stubs().isEmpty)
        }
    }

    /// A test's time limit cancels its task.
    @Test(arguments: [true, false]) func aCancelledTestEndsItsSession(throwing: Bool) async throws {
        let server = try await UnderstudyServer.shared()
        let test = Task {
            let opened = Opened()
            do {
                try await server.withSession { session in
                    await opened.note(session)
                    withUnsafeCurrentTask { unsafe $0?.cancel() }
                    if throwing { try Task.checkCancellation() }
                }
                #expect(!throwing)
            } catch {
                #expect(throwing && error is CancellationError, "\(error)")
            }
            return await opened.session
        }
        let session = try #require(await test.value)
        #expect(await thrown { try await session.report() }?.kind == .refused(status: 410))
    }

    private actor Opened {
        private(set) var session: UnderstudySession?
        func note(_ session: UnderstudySession) { self.session = session }
    }

    @Test func sessionsDoNotSeeEachOther() async throws {
        let server = try await UnderstudyServer.shared()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await server.withSession("\(number)") { session in
                        try await session.stub("/number", json: number)
                        #expect(try await App.get(session.url("/number")).text == "\(number)")
                        #expect(try await session.count(.get("/number")) == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [true, false]) func headerPrefixAndBaggageLeadIntoIt(ports: Bool) async throws {
        let server = try await UnderstudyServer.shared()
        try await server.withSession(ports: ports) { session in
            try await session.stub(.get("/who").respond(body: "me"))
            #expect(session.baseURL.path.contains(session.id) != ports)
            #expect(try await App.get(session.url("/who")).text == "me")
            let outside = try #require(URL(string: "\(server.baseURL)/who"))
            #expect(try await App.get(outside, headers: session.headers).text == "me")
            #expect(try await App.get(outside, headers: session.baggage).text == "me")
        }
    }

    @Test func aStrictSessionFailsWithTheNearestStub() async throws {
        let server = try await UnderstudyServer.shared()
        let line = #line + 2
        let failure = await thrown {
            try await server.withSession("a miss") { session in
                try await session.stub(.get("/feed").query("page", "1").named("page 1").respond(body: "a"))
                _ = try await App.get(session.url("/feed?page=2"))
            }
        }
        guard case .report(let report) = failure?.kind else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(report.unmatched.map(\.url) == ["/feed?page=2"])
        #expect(failure?.message.hasPrefix("Session \"a miss\": 1 request.\nNothing answered GET /feed?page=2.\n") == true)
        #expect(failure?.message.contains("  query page\n    - 1\n    + 2") == true)
        #expect(failure?.callSite.line == line)
        #expect(failure?.callSite.fileID == #fileID)
    }

    @Test func aGateThatIsNotReleasedIsAFailureWithItsReason() async throws {
        let server = try await UnderstudyServer.shared()
        let session = try await server.session { Stub.get("/page").hold("page", timeoutMilliseconds: 1).named("page") }
        #expect(try await App.get(session.url("/page")).status == 504)
        #expect(
            try await session.close().problems == [
                """
                The stub "page" could not respond to GET /page, and the server sent an error with the reason:
                  The gate "page" was not released within 1 ms (holdTimeoutMilliseconds).
                """
            ])
    }

    @Test func anUnmetExpectationIsASentence() async throws {
        let server = try await UnderstudyServer.shared()
        let session = try await server.session { Stub.post("/like").respond(status: 204).named("like").expect(.once) }
        let report = try await session.close()
        #expect(!report.ok)
        #expect(report.problems.count == 1)
        #expect(report.problems.first?.contains("like") == true)
        let line = #line + 1
        let failure = #expect(throws: UnderstudyFailure.self) { try report.check() }
        #expect(failure?.callSite.line == line)
        await #expect(throws: UnderstudyFailure.self, "a session ends once") { try await session.close() }
    }

    @Test func whatTheServerRefusesIsItsOwnSentence() async throws {
        let server = try await UnderstudyServer.shared()
        try await server.withSession { session in
            let line = #line + 2
            let failure = await thrown {
                try await session.stub(.get("/a").respond(status: 99))
            }
            #expect(failure?.kind == .refused(status: 422))
            #expect(failure?.message.contains("status") == true)
            #expect(failure?.callSite.line == line)
            #expect(await thrown { try await session.stub("/nan", json: [Double.nan]) }?.kind == .invalid)
        }
    }

    @Test func anErrorOfTheTestComesThroughAndClosesTheSession() async throws {
        struct Wrong: Error {}
        let server = try await UnderstudyServer.shared()
        let ids = Ids()
        await #expect(throws: Wrong.self) {
            try await server.withSession { session in
                await ids.add(session.id)
                throw Wrong()
            }
        }
        let id = try #require(await ids.all.first)
        let reply = try await App.get(try #require(URL(string: "\(server.baseURL)/__admin/sessions/\(id)")))
        #expect(reply.status == 410)
    }

    @Test func scenariosAndModifiersAndSequences() async throws {
        let server = try await UnderstudyServer.shared()
        try await server.withSession { session in
            try await session.stub {
                Stub.get("/feed").scenario("feed", in: "Started").respond(body: "full")
                Stub.get("/feed").scenario("feed", in: "empty").respond(body: "empty")
                Stub.get("/twice").respond(status: 503).then(.text("there"))
                Stub.get("/feed").modify(.header("X-Slow", "1")).priority(1)
            }
            #expect(try await App.get(session.url("/feed")).text == "full")
            try await session.setScenario("feed", to: "empty")
            #expect(try await App.get(session.url("/feed")).text == "empty")
            #expect(try await session.scenarios().first { $0.name == "feed" }?.state == "empty")
            try await session.resetScenarios()
            #expect(try await session.scenarios().first { $0.name == "feed" }?.state == "Started")
            try await session.setScenario("feed", to: "empty")
            #expect(try await App.get(session.url("/twice")).status == 503)
            #expect(try await App.get(session.url("/twice")).text == "there")
            let journal = try await session.journal()
            #expect(journal[0].modifiedBy.count == 1)
            #expect(journal[0].response?.headers["X-Slow"] == "1")
        }
    }

    @Test func textInAnyScriptSurvives() async throws {
        let server = try await UnderstudyServer.shared()
        try await server.withSession { session in
            try await session.stub(.get("/지도").query("동", "영통동").respond(json: ["경기도"]))
            #expect(try await App.get(session.url("/지도?동=영통동")).text == #"["경기도"]"#)
        }
    }
}

actor Ids {
    private(set) var all: [String] = []
    func add(_ id: String) { all.append(id) }
}
