import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Two sessions of one engine share the fixtures, and nothing else.
@Suite struct SessionTests {
    private let engine: MockEngine
    private let clock = ManualClock()
    private let other: Session
    private var own: Session { engine.session }

    init() throws {
        engine = MockEngine(EngineEnvironment(), .manual(seed: 1))
        other = engine.openTestSession(.manual(clock, seed: 1))
        try load(Self.fixtures)
    }

    private static let fixtures = [
        #"{"id": "00000000-0000-4000-8000-00000000000a", "request": {"url": "/a"}, "response": {"body": "fixture a"}}"#,
        #"{"id": "00000000-0000-4000-8000-00000000000b", "request": {"url": "/b"}, "response": {"body": "fixture b"}}"#,
    ]
    private static let a = UniqueID("00000000-0000-4000-8000-00000000000a")!
    private static let b = UniqueID("00000000-0000-4000-8000-00000000000b")!

    private func compile(_ text: String, origin: StubMapping.Origin = .interface) throws -> CompiledStub {
        try EngineHarness.compile(text, in: engine, origin: origin)
    }

    private func load(_ mappings: [String], keepingOthers: Bool = true) throws {
        engine.loadFixtures(try mappings.map { try compile($0, origin: .file(path: "f.json")) }, keepingOthers: keepingOthers)
    }

    /// A change of many stubs takes long.
    @Test func requestsAreServedWhileAChangeIsMade() throws {
        own.change { _ in
            #expect(own.stubCount == 2)
            #expect(plan(own, "/a")?.response.status == 200)
            return .empty
        }
        #expect(own.stubCount == 0)
    }

    @Test func allStubsAreRemovedAndAReloadBringsBackOnlyWhatHasChanged() throws {
        own.add(try compile(#"{"request": {"url": "/c"}}"#))
        own.removeAll()
        #expect(own.stubs.isEmpty && other.stubCount == 2)
        try load([Self.fixtures[0], #"{"request": {"url": "/b"}, "response": {"body": "new b"}}"#])
        #expect(plan(own, "/a")?.response.status == 404)
        #expect(plan(own, "/b")?.response.status == 200 && own.stubCount == 1)
        own.dropChanges()
        #expect(own.stubCount == 2)
    }

    private func plan(_ session: Session, _ target: String, _ headers: HeaderFields = []) -> WirePlan? {
        guard case .plan(let plan) = session.respond(to: Request(target: target, headers: headers)) else { return nil }
        return plan
    }

    /// The body; nil if nothing matches.
    private func text(_ session: Session, _ target: String) -> String? {
        guard let response = plan(session, target)?.response, response.status == 200 else { return nil }
        if case .bytes(let bytes) = response.body { return String(decoding: bytes, as: UTF8.self) }
        return ""
    }

    // MARK: Stubs

    @Test func aSessionWithoutChangesSeesTheFixturesThemselves() {
        #expect(other.isUnchanged && own.isUnchanged)
        #expect(other.view.routes === own.view.routes)
        #expect(text(other, "/a") == "fixture a")
    }

    @Test func whatOneAddsReplacesAndRemovesTheOtherDoesNotSee() throws {
        other.add(try compile(#"{"request": {"url": "/new"}, "response": {"body": "new"}}"#))
        #expect(other.edit(try compile(#"{"id": "\#(Self.a)", "request": {"url": "/a"}, "response": {"body": "mine"}}"#)))
        other.remove(Self.b)
        #expect([text(other, "/new"), text(other, "/a"), text(other, "/b")] == ["new", "mine", nil])
        #expect([text(own, "/new"), text(own, "/a"), text(own, "/b")] == [nil, "fixture a", "fixture b"])
        other.dropChanges()
        #expect(other.isUnchanged && other.view.routes === own.view.routes)
        #expect(text(other, "/b") == "fixture b")
    }

    @Test func aReloadTakesEffectInAllSessionsAndKeepsTheirChanges() throws {
        other.add(try compile(#"{"request": {"url": "/new"}, "response": {"body": "new"}}"#))
        _ = other.edit(try compile(#"{"id": "\#(Self.a)", "request": {"url": "/a"}, "response": {"body": "mine"}}"#))
        other.remove(Self.b)
        try load([Self.fixtures[0].replacing("fixture a", with: "second a"), Self.fixtures[1], #"{"request": {"url": "/c"}}"#])
        #expect([text(other, "/new"), text(other, "/a"), text(other, "/b"), text(other, "/c")] == ["new", "mine", nil, ""])
        #expect([text(own, "/a"), text(own, "/b"), text(own, "/c")] == ["second a", "fixture b", ""])
    }

    @Test func aRemovedFixtureThatIsWrittenAnewIsBack() throws {
        own.remove([Self.a, Self.b])
        try load([Self.fixtures[0], Self.fixtures[1].replacing("fixture b", with: "second b")])
        #expect([text(own, "/a"), text(own, "/b")] == [nil, "second b"])
    }

    @Test func aRemovalHoldsWhenTheFileOfTheFixtureIsSaved() throws {
        let session = try engine.openSession(SessionDefinition())
        session.remove(Self.a)
        try load([Self.fixtures[0].replacing("fixture a", with: "second a"), Self.fixtures[1]])
        #expect(text(session, "/a") == nil)
        #expect(text(own, "/a") == "second a")
    }

    @Test func aStubThatWasSavedIsAFixtureOnceItIsRead() throws {
        let saved = #"{"id": "\#(Self.a)", "persistent": true, "request": {"url": "/a"}, "response": {"body": "saved"}}"#
        _ = own.edit(try compile(saved))
        try load([saved.replacing("saved", with: "from disk"), Self.fixtures[1]])
        #expect(text(own, "/a") == "from disk")
        #expect(own.isUnchanged)
    }

    @Test func anEditedFixtureStaysWhenItsFileGoes() throws {
        _ = other.edit(try compile(#"{"id": "\#(Self.a)", "request": {"url": "/a"}, "response": {"body": "mine"}}"#))
        try load([Self.fixtures[1]])
        #expect(text(other, "/a") == "mine")
        #expect(text(own, "/a") == nil)
    }

    @Test func aResetWithAReloadDropsOnlyTheOwnSessionsChanges() throws {
        for session in [own, other] { session.add(try compile(#"{"request": {"url": "/new"}}"#)) }
        try load(Self.fixtures, keepingOthers: false)
        #expect(text(own, "/new") == nil)
        #expect(text(other, "/new") == "")
    }

    /// WireMock shows what it has read, not how it was written.
    @Test func aMatcherIsShownAsItWasRead() throws {
        let stub = try compile(#"{"request": {"url": "/a", "headers": {"X-A": {"equalTo": "b", "caseInsensitive": "true"}}}}"#)
        let matcher = JSONValue.object(stub.mapping.json)["request"]?["headers"]?["X-A"]
        #expect(matcher == ["equalTo": "b", "caseInsensitive": true])
    }

    @Test func useIsCountedBySession() throws {
        _ = text(other, "/a")
        #expect(other.unusedStubs.map(\.id) == [Self.b])
        #expect(own.unusedStubs.count == 2)
        // A reload keeps it, although the fixtures get other ranks.
        try load([#"{"request": {"url": "/first"}}"#] + Self.fixtures)
        #expect(!other.unusedStubs.contains { $0.id == Self.a })
        _ = other.edit(try compile(#"{"id": "\#(Self.a)", "request": {"url": "/a"}}"#))
        #expect(other.unusedStubs.contains { $0.id == Self.a })
        other.resetJournal()
        #expect(other.unusedStubs.count == 3)
    }

    // MARK: States, chance, settings

    @Test func scenariosAndSequencesStandWhereTheirSessionIs() throws {
        try load([
            #"{"request": {"url": "/s"}, "responses": [{"body": "1"}, {"body": "2"}]}"#,
            #"{"request": {"url": "/t"}, "scenarioName": "t", "requiredScenarioState": "Started", "newScenarioState": "on"}"#,
        ])
        #expect([text(own, "/s"), text(own, "/s"), text(other, "/s")] == ["1", "2", "1"])
        #expect(text(own, "/t") == "")
        #expect(own.scenarios.map(\.state) == ["on"] && other.scenarios.map(\.state) == ["Started"])
        try own.setScenario("t", to: nil)
        other.resetScenarios()
        #expect(text(own, "/s") == "2")
    }

    @Test func countedFaultsHappenInEachSession() throws {
        try load([#"{"request": {"url": "/f"}, "response": {"fault": {"effect": "reset", "at": "beforeHeaders", "count": 1}}}"#])
        func faults(_ session: Session) -> Int { plan(session, "/f")?.performance?.fault == nil ? 0 : 1 }
        #expect([faults(own), faults(own), faults(other), faults(other)] == [1, 0, 1, 0])
    }

    @Test func chanceAndSettingsAreTheSessionsOwn() throws {
        try load([#"{"request": {"url": "/r"}, "response": {"body": "{{randomInt}}", "transformers": ["response-template"]}}"#])
        let drawn = (0..<3).map { _ in text(own, "/r") }
        // Other sessions do not draw from it.
        #expect((0..<3).map { _ in text(other, "/r") } == drawn)
        other.settings.fixedDelay = .milliseconds(70)
        _ = plan(other, "/r")
        #expect(other.journal.snapshot().newestFirst.first { _ in true }?.addedDelay == .milliseconds(70))
        #expect(plan(own, "/r")?.performance == nil)
    }

    @Test func timeIsTheSessionsOwn() throws {
        var options = Session.Options.manual(clock, seed: 1)
        options.latencyScale = 0.5
        let third = engine.openTestSession(options)
        clock.advance(by: .seconds(3600))
        try load([
            #"{"request": {"url": "/now"}, "response": {"body": "{{now}}", "transformers": ["response-template"]}}"#,
            #"{"request": {"url": "/date", "headers": {"D": {"after": "now +30 minutes"}}}}"#,
            #"{"request": {"url": "/slow"}, "response": {"fixedDelayMilliseconds": 100}}"#,
        ])
        #expect([text(own, "/now"), text(other, "/now")] == ["2020-09-13T12:26:40Z", "2020-09-13T13:26:40Z"])
        let date: HeaderFields = [("D", "2020-09-13T13:00:00Z")]
        #expect(plan(own, "/date", date)?.response.status == 200)
        #expect(plan(other, "/date", date)?.response.status == 404)
        #expect(plan(own, "/slow")?.performance?.initialDelay == .milliseconds(100))
        // The end of another session than the server's own ends its delays, so the wire does not wait by itself.
        #expect(plan(third, "/slow")?.performance?.initialDelay == .zero)
        #expect(third.journal.snapshot().newestFirst.first { _ in true }?.addedDelay == .milliseconds(50))
    }

    // MARK: Journal and tickets

    @Test func aTicketClosesTheEntryOfItsOwnSession() throws {
        let ticket = try #require(plan(other, "/a")?.ticket)
        _ = plan(own, "/a")
        engine.finished(ticket, ExchangeOutcome(ending: .clientLeft, bodyBytes: 5))
        #expect(own.journal.snapshot().newestFirst.map { $0.outcome?.ending } == [nil])
        #expect(other.journal.snapshot().newestFirst.map { $0.outcome?.ending } == [.clientLeft])
    }

    @Test func entriesOfSessionsWithOneSeedHaveDifferentIDs() {
        for session in [own, other] { _ = plan(session, "/a") }
        let ids = [own, other].flatMap { $0.journal.snapshot().newestFirst.map(\.id) }
        #expect(Set(ids).count == 2)
    }

    @Test func anEndedSessionHearsNothingMore() throws {
        let ticket = try #require(plan(other, "/a")?.ticket)
        engine.close(other)
        engine.finished(ticket, ExchangeOutcome(ending: .performed))
        #expect(other.journal.snapshot().newestFirst.map { $0.outcome?.ending } == [nil])
    }

    @Test func proxiedExchangesAreToldToTheSessionsOwnObserver() {
        final class Observer: ProxyObserver {
            let maximumBodyBytes = 100
            func begin(_ exchange: ProxiedExchange) -> ProxyPassage { ProxyPassage(number: 0) }
            func end(_ passage: ProxyPassage, _ exchange: ProxiedExchange) {}
        }
        #expect(own.options.proxyObserver == nil)
        var options = Session.Options.manual()
        let observer = Observer()
        options.proxyObserver = observer
        let session = engine.openTestSession(options)
        #expect(session.options.proxyObserver === observer)
    }

    @Test func allJournalsShareOneBudget() throws {
        var environment = EngineEnvironment()
        environment.journal.maximumBytes = 1 << 20
        let engine = MockEngine(environment, .manual())
        let sessions = [engine.session] + (0..<3).map { engine.openTestSession(.manual(seed: UInt64($0))) }
        func fill(_ session: Session, _ count: Int) {
            for number in 0..<count {
                _ = session.respond(to: Request(target: "/\(number)/" + String(repeating: "x", count: 5000)))
            }
        }
        // A single session may use all of it.
        fill(sessions[0], 400)
        let alone = sessions[0].journal.costInBytes
        #expect(alone > 800_000)
        for session in sessions.dropFirst() { fill(session, 400) }
        let costs = sessions.map(\.journal.costInBytes)
        #expect(costs.reduce(0, +) <= (1 << 20) + 4 * JournalBudget.longestStep)
        #expect(costs.allSatisfy { $0 > 100_000 }, "\(costs)")
        #expect(sessions.allSatisfy { $0.journal.snapshot().newestFirst.first { _ in true }?.request.target.hasPrefix("/399/") == true })
    }
}

extension MockEngine {
    /// A session with a clock of its own, which the admin API cannot create.
    func openTestSession(_ options: Session.Options) -> Session {
        guard let session = try? openSession(options, SessionIdentity(SessionDefinition(), createdAt: Timestamp(milliseconds: 0))) else {
            preconditionFailure("there are too many sessions")
        }
        return session
    }
}
