import Foundation
import Testing
import UnderstudyClient

@Suite struct ExplorationTests {
    /// Long enough for two requests that are sent together to be in flight together, on a busy machine as well.
    private static let patient = ResponseOrder(settleMilliseconds: 500)

    /// Two requests at once; what is shown is the response that came last.
    private func shown(_ session: UnderstudySession) async throws -> String {
        try await withThrowingTaskGroup(of: String.self) { group in
            for path in ["/search?q=a", "/search?q=ab"] { group.addTask { try await App.get(session.url(path)).text } }
            var last = ""
            for try await text in group { last = text }
            return last
        }
    }

    @Test func findsTheOrderThatFails() async throws {
        let server = try await UnderstudyServer.shared()
        let exploration = try await server.explore(
            .pairs, order: Self.patient,
            session: SessionDefinition(mappings: [
                .get("/search").query("q", "a").respond(body: "a"), .get("/search").query("q", "ab").respond(body: "ab"),
            ]))
        var runs = 0
        while let run = try await exploration.next() {
            runs += 1
            // Right only when the first run's last response comes last again.
            let text = try await shown(run.session)
            try await exploration.finish(run, passed: run.schedule == "arrival" || text == "both")
        }
        let report = try await exploration.end()
        #expect(runs >= 2)
        #expect(report.finished)
        #expect(!report.passed)
        #expect(report.failure?.schedule.map { $0.hasPrefix("o1.") } == true)
        #expect(report.description.hasPrefix(report.summary))
    }

    @Test func passesWhenNoOrderFails() async throws {
        let server = try await UnderstudyServer.shared()
        let exploration = try await server.explore(
            .pairs, order: Self.patient, session: SessionDefinition(mappings: [.get("/search").respond(body: "a")]))
        while let run = try await exploration.next() {
            try await exploration.finish(run, passed: try await shown(run.session) == "a")
        }
        let report = try await exploration.end()
        #expect(report.passed)
        #expect(report.failure == nil)
        #expect(report.covered?.complete == true)
        #expect(report.covered?.responsesPerOrder == 2)
    }
}
