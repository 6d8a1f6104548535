import HTTPMessage
import ResponseOrders
import StubModel
import Testing

@testable import MockEngine

@Suite struct LiveExplorationTests {
    /// The exploration may be deleted while the session of a run is being opened.
    @Test func aRunThatBeginsBehindTheEndKeepsNoSession() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let exploration = try #require(engine.openExploration(Exploration.Settings(), order: OrderDefinition(.arrival)))
        guard case .run(let run) = exploration.next() else {
            Issue.record("no run")
            return
        }
        let session = try engine.openSession(exploration.session, order: exploration.order(of: run))
        #expect(engine.closeExploration(id: exploration.id) === exploration)
        #expect(!engine.begin(run, of: exploration, in: session))
        #expect(engine.openSessions.isEmpty)
        #expect(exploration.runsUnderWay.isEmpty)
    }
}
