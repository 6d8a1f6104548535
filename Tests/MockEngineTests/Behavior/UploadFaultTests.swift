import Foundation
import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

/// Faults during an upload, decided on the head before the body arrives.
@Suite struct UploadFaultTests {
    private static let fault = #"{"fault": {"effect": "reset", "at": "requestBody"}}"#

    private static func isBroken(_ engine: MockEngine) -> Bool {
        if case .breakBody = engine.session.admit(Request(method: "POST", target: "/up", headers: [("Content-Length", "10")])) {
            true
        } else {
            false
        }
    }

    @Test func eachIsOneResponseOfASequenceHoweverManyComeAtOnce() throws {
        let harness = try EngineHarness(
            #"{"request": {"url": "/up"}, "responses": [\#(Self.fault), \#(Self.fault), \#(Self.fault), {"status": 201}]}"#)
        let engine = harness.engine
        for _ in 0..<50 {
            let broken = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                if Self.isBroken(engine) { broken.add(1, ordering: .relaxed) }
            }
            #expect(broken.load(ordering: .relaxed) == 3)
            #expect(harness.status("/up", method: "POST") == 201)
            engine.session.resetScenarios()
        }
    }

    /// A fault that happens once is used up only by the request that gets its turn. What it draws takes a while.
    @Test func oneThatHappensOnceIsNotLostToARequestThatComesTooLate() throws {
        let once = #"{"fault": {"effect": "garbage", "at": "requestBody", "count": 1, "probability": 0.999999}}"#
        let engine = try EngineHarness(
            #"{"request": {"url": "/up"}, "responses": [\#(once), {"status": 201}, {"status": 202}, {"status": 203}, {"status": 204}]}"#
        ).engine
        for _ in 0..<100 {
            let broken = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                if Self.isBroken(engine) { broken.add(1, ordering: .relaxed) }
            }
            #expect(broken.load(ordering: .relaxed) == 1)
            engine.session.resetScenarios()
        }
    }

    @Test(arguments: [("Content-Length", 500), ("x-amz-decoded-content-length", 500), ("X-Length", 1)])
    func itComesHalfwayThroughWhatTheHeadAnnounces(field: String, place: Int) throws {
        let engine = try EngineHarness(#"{"request": {"url": "/up"}, "response": \#(Self.fault)}"#).engine
        let head = Request(method: "POST", target: "/up", headers: [(field, "1000")])
        guard case .breakBody(let bytes, _, _) = engine.session.admit(head) else { throw NoFault() }
        #expect(bytes == place)
    }

    private struct NoFault: Error {}

    @Test func theJournalTellsIt() throws {
        let engine = try EngineHarness(#"{"request": {"url": "/up"}, "response": \#(Self.fault)}"#).engine
        #expect(Self.isBroken(engine))
        #expect(engine.session.journal.snapshot().oldestFirst.map { $0.details.fault } == ["reset at requestBody"])
    }

    @Test(arguments: [
        (
            "GET", #"{"fault": {"effect": "reset", "at": "requestBody"}}"#,
            "The fault at requestBody did not happen: the request has no body."
        ),
        ("GET", #"{"fault": {"effect": "truncate"}}"#, "The fault truncate cut nothing off: the response has no body."),
        ("HEAD", #"{"body": "abc", "fault": {"effect": "truncate"}}"#, "The fault truncate cut nothing off: the response has no body."),
        ("GET", #"{"body": "abc", "fault": {"effect": "truncate"}}"#, nil), ("GET", #"{"fault": {"effect": "close"}}"#, nil),
    ])
    func aFaultInVainIsASubEvent(method: String, response: String, told: String?) throws {
        let harness = try EngineHarness(#"{"request": {"url": "/up"}, "response": \#(response)}"#)
        #expect(harness.status("/up", method: method) == 200)
        let events = harness.engine.session.journal.snapshot().oldestFirst.flatMap { $0.details.subEvents }
        #expect(events.map { $0.data["message"]?.string } == [told].filter { $0 != nil })
    }

    @Test(arguments: [
        (#""bodyPatterns": [{"contains": "x"}]"#, "bodyPatterns"), (#""multipartPatterns": [{"name": "x"}]"#, "multipartPatterns"),
        (#""formParameters": {"a": {"equalTo": "x"}}"#, "formParameters"),
    ])
    func whatAsksAboutBodiesCannotHaveOne(field: String, name: String) throws {
        let said = try EngineHarness().problems(#"{"request": {\#(field)}, "response": \#(Self.fault)}"#)
        #expect(said.count == 1 && said[0].contains("leaves no body for \"\(name)\". Choose another moment"))
    }

    @Test func theChanceStandsInTheFault() throws {
        let said = try EngineHarness().problems(#"{"probability": 0.5, "response": \#(Self.fault)}"#)
        #expect(said.count == 1 && said[0].hasSuffix("Write the probability into the fault."))
    }
}
