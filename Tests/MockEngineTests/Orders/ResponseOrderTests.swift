import ResponseOrders
import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

@Suite struct ResponseOrderTests {
    /// A session with an order, whose client acknowledges each response at once by default.
    private final class Desk: Sendable {
        let clock = ManualClock()
        let engine: MockEngine
        let session: Session
        let log = Mutex<[String]>([])
        let deferred = Mutex<[String: DeferredPlan]>([:])
        let plans = Mutex<[String: WirePlan]>([:])

        /// What each entry says of holds, in the order of arrival.
        var held: [[JSONValue]] {
            session.journal.snapshot().oldestFirst.map { $0.json["performed"]?["held"]?.array ?? [] }
        }

        init(_ order: String, journal: Bool = true, stub: String? = nil) throws {
            var environment = EngineEnvironment()
            environment.journal.isEnabled = journal
            engine = MockEngine(environment, .manual(clock))
            let stub = try EngineHarness.compile(
                stub
                    ?? #"{"request": {"urlPathPattern": "/.*"}, "response": {"status": 200, "headers": {"X-A": "1"}, "fixedDelayMilliseconds": 7}}"#,
                in: engine)
            let document = try JSONDocument.parse(Array(order.utf8), name: "order.json")
            let report = ProblemReport(document)
            let definition = OrderDefinition(document.root, engine, report)
            guard report.problems.isEmpty else { throw EngineHarness.Problems(problems: report.problems) }
            session = try engine.openSession(SessionDefinition(), stubs: [stub], order: definition)
        }

        func send(_ targets: String..., acknowledges: Bool = true) {
            for target in targets {
                switch session.respond(to: Request(target: target)) {
                case .plan(let plan): note(target, plan, "at once ")
                case .later(let plan):
                    deferred.withLock { $0[target] = plan }
                    plan.whenFulfilled { [weak self] plan in
                        self?.note(target, plan)
                        if acknowledges, plan.tellsDelivery, let ticket = plan.ticket {
                            self?.engine.finished(ticket, ExchangeOutcome(ending: .performed))
                            self?.engine.delivered(ticket)
                        }
                        return true
                    }
                }
            }
        }

        private func note(_ target: String, _ plan: WirePlan, _ prefix: String = "") {
            plans.withLock { $0[target] = plan }
            log.withLock { $0.append("\(prefix)\(plan.response.status) \(target)") }
        }

        var noted: [String] { log.withLock { $0 } }

        func settle(_ times: Int = 1) {
            for _ in 0..<times { clock.advance(by: .milliseconds(15)) }
        }
    }

    @Test func responsesWaitForTheirTurn() throws {
        let desk = try Desk(#"{"schedule": "reverse"}"#)
        desk.send("/a", "/b", "/c")
        #expect(desk.noted == [])
        desk.settle(3)
        #expect(desk.noted == ["200 /c", "200 /b", "200 /a"])
    }

    @Test func aHeldRequestIsInTheJournal() throws {
        let desk = try Desk("{}")
        desk.send("/a")
        #expect(desk.session.journal.snapshot().lastSequence == 1)
    }

    @Test func theOrderWorksWithoutAJournal() throws {
        let desk = try Desk(#"{"schedule": "reverse"}"#, journal: false)
        desk.send("/a", "/b")
        desk.settle(2)
        #expect(desk.noted == ["200 /b", "200 /a"])
    }

    @Test func theNextWaitsUntilTheClientHasTheLast() throws {
        let desk = try Desk("{}")
        desk.send("/a", "/b", acknowledges: false)
        desk.settle(20)
        #expect(desk.noted == ["200 /a"])
        desk.clock.advance(by: .seconds(5))
        desk.settle()
        #expect(desk.noted == ["200 /a", "200 /b"], "nobody waits for ever")
    }

    @Test func requestsThatDoNotMatchTakeNoPart() throws {
        let desk = try Desk(#"{"requests": {"urlPathPattern": "/api/.*"}}"#)
        desk.send("/api/a", "/other")
        #expect(desk.noted == ["at once 200 /other"])
        desk.settle()
        #expect(desk.noted == ["at once 200 /other", "200 /api/a"])
    }

    @Test func theServersOwnSessionHoldsNothing() throws {
        let desk = try Desk("{}")
        guard case .plan = desk.engine.session.respond(to: Request(target: "/a")) else {
            Issue.record("it is held")
            return
        }
    }

    @Test func aReplayFollowsItsSchedule() throws {
        let desk = try Desk(#"{"schedule": "o1.3.2-3-1"}"#)
        desk.send("/1", "/2", "/3")
        #expect(desk.noted == ["200 /2"])
        desk.clock.advance(by: .milliseconds(5))
        desk.clock.advance(by: .milliseconds(5))
        #expect(desk.noted == ["200 /2", "200 /3", "200 /1"])
    }

    @Test func aReplayThatDivergesIsA409WithWhatWasHeld() throws {
        let desk = try Desk(#"{"schedule": "o1.2.2-1"}"#)
        desk.send("/1")
        let plan = try #require(desk.deferred.withLock { $0["/1"] })
        #expect(plan.ticket != nil)
        desk.clock.advance(by: .seconds(2))
        #expect(desk.noted == ["409 /1"])
    }

    @Test func aRequestIsNotHeldForEver() throws {
        let desk = try Desk(#"{"settleMilliseconds": 60000}"#)
        desk.send("/1")
        desk.clock.advance(by: .seconds(30))
        #expect(desk.noted == ["504 /1"])
    }

    @Test func theEndOfTheSessionEndsWhatItHolds() throws {
        let desk = try Desk("{}")
        desk.send("/1", "/2")
        desk.engine.close(desk.session)
        #expect(desk.noted == ["503 /1", "503 /2"])
    }

    @Test func aClientThatLeavesFreesItsPlace() throws {
        let desk = try Desk("{}")
        desk.send("/1", "/2")
        desk.deferred.withLock { $0["/1"] }?.abandon()
        desk.settle()
        #expect(desk.noted == ["200 /2"])
    }

    @Test func theJournalSaysWhatWasHeldAndForHowLong() throws {
        let desk = try Desk(#"{"schedule": "reverse"}"#)
        desk.send("/a?n=1", "/b")
        #expect(desk.held == [[Self.held("GET /a?n=1 #1", "waiting")], [Self.held("GET /b #1", "waiting")]])
        desk.settle(2)
        #expect(desk.held == [[Self.held("GET /a?n=1 #1", "released", 30)], [Self.held("GET /b #1", "released", 15)]])
    }

    @Test func theJournalSaysHowAHoldOfAnOrderEnded() throws {
        let left = try Desk("{}")
        left.send("/a")
        left.clock.advance(by: .milliseconds(4))
        left.deferred.withLock { $0["/a"] }?.abandon()
        #expect(left.held == [[Self.held("GET /a #1", "left", 4)]])

        let ended = try Desk("{}")
        ended.send("/a")
        ended.engine.close(ended.session)
        #expect(ended.held == [[Self.held("GET /a #1", "ended", 0)]])

        let diverged = try Desk(#"{"schedule": "o1.2.2-1"}"#)
        diverged.send("/1")
        diverged.clock.advance(by: .seconds(2))
        #expect(diverged.held == [[Self.held("GET /1 #1", "diverged", 2000)]])

        let late = try Desk(#"{"settleMilliseconds": 60000}"#)
        late.send("/1")
        late.clock.advance(by: .seconds(30))
        #expect(late.held == [[Self.held("GET /1 #1", "timedOut", 30000)]])
    }

    @Test func anOrderAndAGateAreBothInTheJournal() throws {
        let stub = #"{"request": {"urlPath": "/g"}, "response": {"hold": {"gate": "g", "at": "afterHeaders"}, "body": "abc"}}"#
        let desk = try Desk("{}", stub: stub)
        desk.send("/g")
        desk.settle()
        let regulator = try #require(desk.plans.withLock { $0["/g"] }?.performance?.regulator)
        _ = regulator.allowance(at: .head) {}
        _ = regulator.allowance(at: .body(0)) {}
        #expect(
            desk.held == [
                [Self.held("GET /g #1", "released", 15), ["gate": "g", "at": "afterHeaders", "state": "waiting"]]
            ])
        regulator.ended()
    }

    @Test(arguments: ["", #""hold": {"gate": "g", "at": "end"}, "#]) func aDelayBeginsWithTheRelease(hold: String) throws {
        let stub = #"{"request": {"urlPath": "/a"}, "response": {\#(hold)"fixedDelayMilliseconds": 100, "body": "ab"}}"#
        for isManual in [true, false] where isManual || !hold.isEmpty {
            let desk = try Desk("{}", stub: stub)
            desk.session.clock.follow(isManual ? .manual : .real)
            desk.send("/a")
            if isManual { _ = desk.session.clock.advance(by: .milliseconds(500)) }
            desk.settle()
            let regulator = try #require(desk.plans.withLock { $0["/a"] }?.performance?.regulator)
            if case .wait = regulator.allowance(at: .head, wake: {}) {} else { Issue.record("it does not wait") }
            if isManual { _ = desk.session.clock.advance(by: .milliseconds(100)) } else { desk.clock.advance(by: .milliseconds(100)) }
            if case .bytes = regulator.allowance(at: .head, wake: {}) {} else { Issue.record("it still waits") }
            regulator.ended()
        }
    }

    private static func held(_ label: String, _ state: String, _ milliseconds: Int? = nil) -> JSONValue {
        var object: JSONObject = ["order": .string(label), "at": "beforeHeaders", "state": .string(state)]
        if let milliseconds { object["milliseconds"] = JSONValue(milliseconds) }
        return .object(object)
    }

    @Test(arguments: [
        (#"{"schedule": "o1.3.1-2-2"}"#, "2 is here twice (character 10 of the schedule)"),
        (#"{"schedule": 7}"#, "\"schedule\" must be a string"), (#"{"limit": 65}"#, "must be in 1…64"),
        (#"{"arrivals": 0}"#, "must be in 1…64"), (#"{"settleMilliseconds": -1}"#, "must be in 0…60000"),
        (#"{"label": {"ignorQuery": []}}"#, "unknown field"),
        (#"{"requests": {"urlPattern": "("}}"#, "urlPattern"), (#"{"shedule": "arrival"}"#, "unknown field \"shedule\""),
    ])
    func whatMakesNoSenseIsReported(order: String, problem: String) {
        do {
            _ = try Desk(order)
            Issue.record("nothing is reported")
        } catch {
            #expect("\(error)".contains(problem), "\(error)")
        }
    }
}
