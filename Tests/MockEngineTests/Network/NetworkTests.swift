import Budget
import HTTPMessage
import JSONDocument
import LinkModel
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Exchanges on a session's link, in simulated time.
@Suite struct NetworkTests {
    private let machine: ManualClock
    private let engine: MockEngine
    private var session: Session { engine.session }

    init() { self.init(ManualClock()) }

    private init(_ machine: ManualClock) {
        self.machine = machine
        engine = MockEngine(EngineEnvironment(), .manual(machine))
    }

    private func add(_ response: String, url: String = "/a") throws {
        session.add(try EngineHarness.compile(#"{"request": {"url": "\#(url)"}, "response": \#(response)}"#, in: engine))
    }

    /// What a client would see, in milliseconds since its request.
    private struct Seen: Equatable {
        var head: Int64?
        var end: Int64?
        var brokenOff: WireFault.Effect?
        var waits = false
    }

    private var milliseconds: Int64 { machine.uptime.wholeMilliseconds }

    private func request(_ url: String = "/a", isFirst: Bool = false, body: [UInt8] = []) -> Request {
        var request = Request(method: body.isEmpty ? "GET" : "POST", target: url, body: body)
        request.indexOnConnection = isFirst ? 0 : 1
        return request
    }

    private func plan(_ request: Request, admitted: (any AdmittedRequest)? = nil) throws -> WirePlan {
        guard case .plan(let plan) = session.respond(to: request, admitted: admitted) else { throw FakeWire.ComesLater() }
        return plan
    }

    /// Sends a plan as the wire does, and moves the machine's clock when the plan says to wait.
    private func send(_ plan: WirePlan) -> Seen {
        let start = milliseconds
        var seen = Seen()
        machine.advance(by: plan.performance?.initialDelay ?? .zero)
        let length = plan.response.body.length ?? 0
        let fault = plan.performance?.fault
        let faultPosition = fault?.moment.position ?? .max
        var position = 0
        while seen.end == nil {
            let place: SendingPlace = seen.head == nil ? .head : .body(position)
            switch plan.performance?.regulator?.allowance(at: place, wake: {}) ?? .everything {
            case .bytes where seen.head == nil: seen.head = milliseconds - start
            case .bytes where position >= faultPosition:
                seen.brokenOff = fault?.effect
                seen.end = milliseconds - start
            case .bytes(let count):
                position = min(faultPosition, count > length ? length : min(length, position + count))
                if faultPosition < length { continue }
                if position == length { seen.end = milliseconds - start }
            case .wait, .replace:
                seen.waits = true
                return seen
            case .waitUntil(let moment): machine.advance(by: .nanoseconds(moment - machine.uptime.wholeNanoseconds))
            case .breakOff(let effect):
                seen.brokenOff = effect
                return seen
            }
        }
        plan.performance?.regulator?.ended()
        return seen
    }

    private var entry: JSONValue? { session.journal.snapshot().newestFirst.first { _ in true }?.json }

    // MARK: Sessions

    @Test func withoutALinkAPlanStaysAsItIs() throws {
        try add(#"{"body": "x"}"#)
        #expect(try plan(request()).performance == nil)
        #expect(entry?["performed"]?["network"] == nil)
        session.network = try #require(.named("3G"))
        #expect(try plan(request()).performance?.regulator != nil)
        session.network = .off
        #expect(try plan(request()).performance == nil)
    }

    @Test func delaysAndRateAreThoseOfTheProfile() throws {
        session.network = LinkProfile(
            down: LinkDirection(bitsPerSecond: 8_000, delay: .milliseconds(100)), up: LinkDirection(delay: .milliseconds(30)),
            dnsDelay: .milliseconds(500))
        try add(#"{"body": "\#(String(repeating: "x", count: 2_000))"}"#, url: "/b")
        let seen = try send(plan(request("/b")))
        let head = try #require(seen.head)
        // The head has about a hundred bytes.
        #expect((200...400).contains(head), "\(head)")
        #expect(try #require(seen.end) - head == 2_000)
        let connected = try send(plan(request("/b", isFirst: true)))
        #expect(try #require(connected.head) == head + 130 + 500)
        #expect(entry?["performed"]?["network"] == ["delayMilliseconds": 760])
        #expect(entry?["timing"]?["addedDelay"] == 760)
    }

    @Test func aMissTakesTheLinkAsWell() throws {
        session.network = LinkProfile(up: LinkDirection(delay: .milliseconds(70)))
        let seen = try send(plan(request("/nothing")))
        #expect(seen.head == 70)
    }

    @Test func aLinkComesOnTopOfADelay() throws {
        try add(#"{"fixedDelayMilliseconds": 200, "body": "x"}"#)
        session.network = LinkProfile(up: LinkDirection(delay: .milliseconds(70)))
        #expect(try send(plan(request())).head == 270)
    }

    @Test func aSwitchEndsASilence() throws {
        try add(#"{"body": "x"}"#)
        session.network = try #require(.named("100% Loss"))
        let wire = try FakeWire(asking: session, "/a")
        #expect(wire.waitsForHead)
        session.network = .off
        #expect(wire.isDone)
    }

    @Test func aSwitchEndsALongWait() throws {
        try add(#"{"body": "x"}"#)
        session.network = LinkProfile(up: LinkDirection(delay: .seconds(60)))
        let wire = try FakeWire(asking: session, "/a")
        #expect(wire.waitsForHead)
        session.network = .off
        #expect(wire.isDone)
    }

    @Test func aSessionBeginsWithTheServersNetworkAndHasItsOwnBucket() throws {
        session.network = LinkProfile(down: LinkDirection(bitsPerSecond: 8_000))
        let other = try engine.openSession(SessionDefinition())
        #expect(other.network == session.network)
        other.network = .off
        #expect(!session.network.isTransparent)
        var definition = SessionDefinition()
        definition.network = LinkProfile.named("LTE")
        #expect(try engine.openSession(definition).network.name == "LTE")
    }

    // MARK: Responses

    @Test func aResponseHasANetworkOfItsOwn() throws {
        try add(#"{"body": "x", "network": {"upDelayMilliseconds": 25, "downDelayMilliseconds": 5}}"#)
        try add(#"{"body": "x"}"#, url: "/b")
        #expect(try send(plan(request())).head == 30)
        #expect(try plan(request("/b")).performance == nil)
        session.network = LinkProfile(up: LinkDirection(delay: .seconds(1)))
        #expect(try send(plan(request())).head == 30)
        try add(#"{"body": "x", "network": "off"}"#, url: "/c")
        #expect(try plan(request("/c")).performance?.regulator == nil)
    }

    @Test(arguments: [false, true])
    func aResponseHasARateOfItsOwn(_ isOnLink: Bool) throws {
        if isOnLink { session.network = LinkProfile(down: LinkDirection(bitsPerSecond: 80_000_000)) }
        try add(#"{"body": "\#(String(repeating: "x", count: 3_000))", "bandwidthKilobitsPerSecond": 12}"#)
        let seen = try send(plan(request()))
        #expect(try #require(seen.end) - #require(seen.head) == 2_000)
    }

    @Test(
        arguments: [#""bandwidthKilobitsPerSecond": 11.2"#, #""network": {"downKilobitsPerSecond": 11.2}"#],
        ["truncate", "reset", "stall"])
    func aFaultComesOnceTheBytesBeforeItAreSent(_ rate: String, _ effect: String) throws {
        let body = String(repeating: "x", count: 1_400)
        try add(#"{"body": "\#(body)", \#(rate), "fault": {"effect": "\#(effect)", "at": {"bodyBytes": 140}}}"#)
        let seen = try send(plan(request()))
        #expect(seen.brokenOff != nil)
        #expect(try #require(seen.end) - #require(seen.head) == 100)
    }

    @Test func theHeadOfABodylessResponseTakesTheLink() throws {
        try add(#"{"body": "\#(String(repeating: "x", count: 3_000))", "bandwidthKilobitsPerSecond": 8}"#)
        var head = Request(method: "HEAD", target: "/a")
        head.indexOnConnection = 1
        let plan = try plan(head)
        let regulator = try #require(plan.performance?.regulator)
        guard case .bytes = regulator.allowance(at: .head, wake: {}) else { Issue.record("the head waits"); return }
        guard case .bytes = regulator.allowance(at: .body(0), wake: {}) else { Issue.record("nothing waits"); return }
    }

    // MARK: Uploads

    @Test func anUploadIsReadAtTheLinksRate() throws {
        try add(#"{"body": "x"}"#)
        session.network = LinkProfile(up: LinkDirection(bitsPerSecond: 80_000))
        let whole = request(body: [UInt8](repeating: 0, count: 50_000))
        guard case .receive(_, let admitted, let regulator?) = session.admit(whole) else { Issue.record("no regulator"); return }
        // A segment of the loopback interface fits.
        #expect(try #require(regulator.receiveBufferBytes) >= 65_483)
        for received in stride(from: 10_000, through: 50_000, by: 10_000) {
            if let moment = regulator.resumption(after: received, changed: {}) {
                machine.advance(by: .nanoseconds(moment - machine.uptime.wholeNanoseconds))
            }
        }
        #expect((5_000...5_020).contains(milliseconds), "\(milliseconds)")
        let seen = try send(plan(whole, admitted: admitted))
        #expect(seen.head == 0)
    }

    @Test func anUploadIsWokenByAnotherNetwork() throws {
        try add(#"{"body": "x"}"#)
        session.network = LinkProfile(up: LinkDirection(bitsPerSecond: 8_000))
        guard case .receive(_, _, let regulator?) = session.admit(request(body: [UInt8](repeating: 0, count: 65_536))) else {
            Issue.record("no regulator")
            return
        }
        let isWoken = Mutex(false)
        let moment = try #require(regulator.resumption(after: 65_536) { isWoken.withLock { $0 = true } })
        #expect(moment - machine.uptime.wholeNanoseconds > 65_000_000_000)
        #expect(!isWoken.withLock { $0 })
        session.network = .off
        #expect(isWoken.withLock { $0 })
        #expect(regulator.resumption(after: 65_536) {} == nil)
    }

    @Test func anUploadIsRegulatedThoughItsHeadTakesTooLongToMatch() throws {
        var environment = EngineEnvironment()
        environment.matchers.limits = MatchingLimits(request: WorkBudget.Limits(steps: 1_000, bytes: 1 << 20))
        let engine = MockEngine(environment, .manual(machine))
        let session = engine.session
        let stub = #"""
            {"request": {"url": "/a", "headers": {"X-A": {"matches": "(a+)+b"}}},
             "response": {"fault": {"effect": "reset", "at": "requestBody"}}}
            """#
        session.add(try EngineHarness.compile(stub, in: engine))
        session.network = LinkProfile(up: LinkDirection(bitsPerSecond: 8_000))
        var head = Request(
            method: "POST", target: "/a", headers: [("X-A", String(repeating: "a", count: 40))],
            body: [UInt8](repeating: 0, count: 65_536))
        head.indexOnConnection = 1
        guard case .receive(_, _, let regulator?) = session.admit(head) else { Issue.record("no regulator"); return }
        #expect(regulator.resumption(after: 65_536) {} != nil)
    }

    @Test func withoutALinkAnUploadIsNotRegulated() throws {
        try add(#"{"body": "x"}"#)
        guard case .receive(nil, nil, nil) = session.admit(request(body: [1])) else { Issue.record("regulated"); return }
    }

    // MARK: Losses

    @Test func lossesAreTheSameForTheSameSeedAndAreInTheJournal() throws {
        func run() throws -> JSONValue? {
            let machine = ManualClock()
            let harness = NetworkTests(machine)
            try harness.add(#"{"body": "\#(String(repeating: "x", count: 60_000))"}"#)
            harness.session.network = LinkProfile(down: LinkDirection(loss: 0.05))
            _ = try harness.send(harness.plan(harness.request()))
            return harness.entry
        }
        let first = try #require(try run())
        guard case .array(let draws)? = first["draws"] else { Issue.record("no draws in \(first)"); return }
        #expect(!draws.isEmpty)
        #expect(draws.allSatisfy { $0["what"] == "downLoss" && $0["value"]?["segment"] != nil })
        #expect(first["performed"]?["network"]?["lostSegments"] == JSONValue(draws.count))
        #expect(try run()?["draws"] == first["draws"])
    }

    @Test func aDeadConnectionIsSilent() throws {
        try add(#"{"body": "\#(String(repeating: "x", count: 60_000))"}"#)
        session.network = LinkProfile(down: LinkDirection(loss: 0.9))
        #expect(try send(plan(request())).brokenOff == .stall)
        #expect(entry?["performed"]?["network"]?["dead"] == true)
    }

    // MARK: New connections

    @Test(arguments: [("reset", WireFault.Effect.reset), ("close", .close), ("stall", .stall)])
    func newConnectionsAreBroken(_ name: String, _ effect: WireFault.Effect) throws {
        session.add(
            try EngineHarness.compile(
                #"{"request": {"url": "/a"}, "responses": [{"status": 201}, {"status": 202}]}"#, in: engine))
        session.network = LinkProfile(connectFault: ConnectFault(rawValue: name))
        for _ in 0..<2 {
            let plan = try plan(request(isFirst: true))
            #expect(plan.performance?.fault == WireFault(effect, at: .beforeHeaders))
            #expect(entry?["wasMatched"] == true)
            #expect(entry?["performed"]?["fault"] == .string("\(name) at beforeHeaders"))
        }
        // An open connection stays, and the sequence has not advanced.
        #expect(try plan(request()).response.status == 201)
    }

    @Test func aNewConnectionsUploadIsBrokenBeforeItIsRead() throws {
        try add(#"{"body": "x"}"#)
        session.network = LinkProfile(connectFault: .close)
        guard case .breakBody(_, .close, let ticket) = session.admit(request(isFirst: true, body: [1, 2])) else {
            Issue.record("not broken")
            return
        }
        #expect(ticket != nil)
        #expect(entry?["performed"]?["fault"] == "close at requestBody")
    }

    // MARK: Modifiers and ends

    @Test func aModifierPutsAResponseOnALink() throws {
        try add(#"{"body": "x"}"#)
        session.add(
            try EngineHarness.compile(
                #"{"request": {"url": "/a"}, "response": {"modify": {"network": {"upDelayMilliseconds": 45}}}}"#, in: engine))
        #expect(try send(plan(request())).head == 45)
    }

    @Test func theEndOfASessionEndsItsSilence() throws {
        let session = try engine.openSession(SessionDefinition())
        session.network = try #require(.named("100% Loss"))
        let wire = try FakeWire(asking: session, "/a")
        #expect(wire.waitsForHead)
        #expect(engine.close(session))
        #expect(wire.isDone)
    }
}
