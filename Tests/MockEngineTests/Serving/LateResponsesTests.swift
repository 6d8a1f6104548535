import HTTPMessage
import JSONDocument
import Synchronization
import Testing

@testable import MockEngine

/// Responses that follow after `respond` has returned.
@Suite struct LateResponsesTests {
    /// Gives its content when the test says so.
    private final class Source: ContentSource {
        let give = Mutex<(@Sendable (Content) -> Void)?>(nil)
        func filePath(for request: Request) -> String? { "__files/late.txt" }
        func content(for request: Request, in session: Session) -> Content { .later { give in self.give.withLock { $0 = give } } }
        func come(_ plan: WirePlan = WirePlan(.text(200, "late"))) { give.withLock { $0 }?(.found(plan)) }
    }

    private final class Observer: ExchangeObserver {
        let finished = Mutex<[FinishedExchange]>([])
        let wantsExchanges = true
        func finished(_ exchange: FinishedExchange) { finished.withLock { $0.append(exchange) } }
    }

    private let source = Source()
    private let observer = Observer()
    private let engine: MockEngine
    private var session: Session { engine.session }

    init() {
        engine = MockEngine.manual(contents: source, observer: observer)
    }

    private func ask() throws -> DeferredPlan {
        guard case .later(let deferred) = session.respond(to: Request(target: "/late")) else { throw Missing() }
        return deferred
    }

    private struct Missing: Error {}

    private var entry: JournalEntry? { engine.lastEntry }

    @Test func aRequestForWhichNothingWasPlannedSaysSo() {
        var serve = ServeEvent(Request(target: "/late"), in: session)
        let plan = session.conclude(&serve)
        #expect(plan.response.status == 500 && plan.ticket != nil)
        #expect(entry?.response.status == 500)
        #expect(entry?.json.text(.pretty).contains("no response was planned") == true)
    }

    @Test func theEntryIsOpenFromTheArrivalAndCompletedLater() throws {
        let deferred = try ask()
        #expect(entry?.wasMatched == false && entry?.outcome == nil)
        let ticket = Mutex<ExchangeTicket?>(nil)
        deferred.whenFulfilled { plan in
            ticket.withLock { $0 = plan.ticket }
            return true
        }
        source.come()
        #expect(ticket.withLock { $0 } == deferred.ticket && deferred.ticket != nil)
        #expect(entry?.wasMatched == true && entry?.response.status == 200)
        engine.finished(try #require(deferred.ticket), ExchangeOutcome(ending: .performed, bodyBytes: 4))
        #expect(observer.finished.withLock { $0.map(\.status) } == [200])
        #expect(observer.finished.withLock { $0.map(\.file) } == ["__files/late.txt"])
        #expect(session.openExchanges.isEmpty)
    }

    @Test func aClientThatLeftFirstIsToldOfOnce() throws {
        let deferred = try ask()
        deferred.whenFulfilled { _ in true }
        deferred.abandon()
        engine.finished(try #require(deferred.ticket), ExchangeOutcome(ending: .clientLeft))
        source.come()
        #expect(entry?.outcome?.ending == .clientLeft)
        #expect(observer.finished.withLock { $0.map(\.outcome.ending) } == [.clientLeft])
        #expect(session.openExchanges.isEmpty)
    }

    /// What a status means on the S3 listener means nothing on this one.
    @Test func aRefusalOfTheSourceIsAResponse() throws {
        let deferred = try ask()
        let given = Mutex<WirePlan?>(nil)
        deferred.whenFulfilled { plan in
            given.withLock { $0 = plan }
            return true
        }
        source.come(WirePlan(.text(405, "only GET")))
        let plan = try #require(given.withLock { $0 })
        #expect(plan.response.status == 405)
        #expect(plan.ownFields.isEmpty, "no hint")
        #expect(entry?.wasMatched == true)
    }

    @Test func withoutAJournalTheEndIsToldAllTheSame() throws {
        var environment = EngineEnvironment()
        environment.journal.isEnabled = false
        environment.observer = observer
        let engine = MockEngine(environment, .manual())
        try engine.add(#"{"response": {"status": 204}}"#)
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/")) else { throw Missing() }
        engine.finished(try #require(plan.ticket), ExchangeOutcome(ending: .performed))
        #expect(observer.finished.withLock { $0.map(\.status) } == [204])
    }
}
