import Foundation
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// `UNDERSTUDY_STRESS_SECONDS` sets how long a stress test runs; `UNDERSTUDY_STRESS_SEED` repeats a run's choices.
enum StressRun {
    static let seconds = ProcessInfo.processInfo.environment["UNDERSTUDY_STRESS_SECONDS"].flatMap(Double.init) ?? 5
    static let seed =
        ProcessInfo.processInfo.environment["UNDERSTUDY_STRESS_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    /// Set when no other test runs, so that descriptors can be counted.
    static let isAlone = ProcessInfo.processInfo.environment["UNDERSTUDY_STRESS_ALONE"] != nil
    static let minutes = 2 + Int(seconds / 60)
}

/// Clients that leave at any moment, by reset or in an orderly way, with every kind of response. Nothing may be left over.
@Suite(.timeLimit(.minutes(StressRun.minutes))) struct StressTests {
    @Test func clientsThatLeaveAtRandomLeaveNothingBehind() throws {
        print("stress: seed \(StressRun.seed), \(StressRun.seconds) s")
        try run()
    }

    @Test(.enabled(if: StressRun.isAlone, "UNDERSTUDY_STRESS_ALONE is not set"))
    func clientsThatLeaveAtRandomLeaveNoDescriptorOpen() throws {
        let before = Self.openDescriptors()
        try run()
        #expect(Self.openDescriptors() <= before)
    }

    private func run() throws {
        let responder = RandomResponder(seed: StressRun.seed)
        let reactor = try Reactor()
        var options = DaemonOptions()
        options.bodyBytesInMemory = 10_000
        options.idleTimeout = .milliseconds(100)
        options.stallTimeout = .milliseconds(100)
        let daemon = try Daemon.start(
            options, on: [.tcp(host: "127.0.0.1", port: 0), .tcp(host: "127.0.0.1", port: 0)], responder: responder, reactor: reactor)
        let ports = daemon.addresses.map { $0.port ?? 0 }
        let deadline = Date().addingTimeInterval(StressRun.seconds)
        let done = Mutex(0)
        let finished = DispatchSemaphore(value: 0)
        for index in 0..<16 {
            Thread.detachNewThread {
                var random = SeededGenerator(seed: StressRun.seed &+ UInt64(index))
                while Date() < deadline {
                    misbehave(port: ports[index % 2], &random)
                    done.withLock { $0 += 1 }
                }
                finished.signal()
            }
        }
        for _ in 0..<16 { finished.wait() }
        let isEmpty = responder.bell.wait {
            daemon.counters.areNone && responder.openTickets == 0 && responder.undelivered == 0 && responder.liveRegulators == 0
        }
        #expect(
            isEmpty,
            """
            \(daemon.counters), open tickets: \(responder.openTickets), undelivered: \(responder.undelivered), \
            regulators: \(responder.liveRegulators)
            """)
        #expect(responder.ticketsFinishedTwice == 0 && responder.deliveredTwice == 0 && responder.regulatorsEndedTwice == 0)
        // A refused client would end its turn without any stress.
        #expect(daemon.counters.requests > 16 && responder.ticketCount > 0)
        #expect(daemon.stop(.finish, within: .seconds(5)))
        reactor.stop()
        print("stress: \(done.withLock { $0 }) clients, \(daemon.counters.requests) requests, \(responder.ticketCount) tickets")
    }

    static func openDescriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    }
}

/// One client until its end. The generator decides what it does.
private func misbehave(port: Int, _ random: inout SeededGenerator) {
    guard let client = try? RawClient(port: port, timeoutSeconds: 10) else { return }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
        let isUpload = Bool.random(using: &random)
        let length = isUpload ? Int.random(in: 0...60_000, using: &random) : 0
        let isChunked = isUpload && Bool.random(using: &random)
        var bytes = Array("\(isUpload ? "POST" : "GET") /\(UInt32.random(in: 0...UInt32.max, using: &random)) HTTP/1.1\r\nHost: a\r\n".utf8)
        if isChunked {
            bytes += Array("Transfer-Encoding: chunked\r\n\r\n\(String(length, radix: 16))\r\n".utf8)
        } else {
            bytes += Array((isUpload ? "Content-Length: \(length)\r\n\r\n" : "\r\n").utf8)
        }
        bytes += [UInt8](repeating: 120, count: length)
        if isChunked { bytes += Array("\r\n\(length == 0 ? "" : "0\r\n\r\n")".utf8) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: try? client.send(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        case 1:
            try? client.send((0..<20).map { _ in UInt8.random(in: 0...255, using: &random) } + [13, 10])
        default: try? client.send(bytes)
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return client.reset()
        case 1: return client.close()
        case 2:
            client.closeWriting()
            _ = try? client.readToEnd()
            return client.close()
        case 3:
            _ = try? client.read(Int.random(in: 1...100_000, using: &random))
            return Bool.random(using: &random) ? client.reset() : client.close()
        default: if (try? client.response()) == nil { return client.close() }
        }
    }
    client.close()
}

/// Responds in every possible way, and counts its tickets.
final class RandomResponder: HTTPResponder {
    /// Rung when an exchange has finished.
    let bell = Bell()
    private struct State {
        var random: SeededGenerator
        var tickets: [UInt64: Int] = [:]
        var next: UInt64 = 0
        /// How often the delivery of each ticket was reported.
        var deliveries: [UInt64: Int] = [:]
        var regulators: [RandomRegulator] = []
    }

    private let state: Mutex<State>
    private let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    private let shared = Response.text(200, "shared")

    init(seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed))) }

    var openTickets: Int { state.withLock { $0.tickets.count { $0.value == 0 } } }
    var ticketsFinishedTwice: Int { state.withLock { $0.tickets.count { $0.value > 1 } } }
    var undelivered: Int { state.withLock { $0.deliveries.count { $0.value == 0 } } }
    var deliveredTwice: Int { state.withLock { $0.deliveries.count { $0.value > 1 } } }
    var liveRegulators: Int { state.withLock { $0.regulators.count { $0.ends == 0 } } }
    var regulatorsEndedTwice: Int { state.withLock { $0.regulators.count { $0.ends > 1 } } }
    var ticketCount: Int { state.withLock { $0.tickets.count } }

    private func draw(_ range: Range<Int>) -> Int { state.withLock { Int.random(in: range, using: &$0.random) } }

    private func ticket() -> ExchangeTicket {
        state.withLock { state in
            state.next += 1
            state.tickets[state.next] = 0
            return ExchangeTicket(number: state.next)
        }
    }

    func admit(_ head: Request) -> Admission {
        switch draw(0..<8) {
        case 0: .refuse(WirePlan(.text(403, "no"), ticket: ticket()))
        case 1: .receive(maximumBytes: 5000)
        case 2: .breakBody(afterBytes: draw(0..<20_000), effect(), ticket: ticket())
        case 3, 4: .receive(maximumBytes: nil, regulator: regulator())
        case 5:
            .stream(
                to: RecordingSink(wakesAtOnce: draw(0..<2) == 0, enough: draw(0..<40_000)), maximumBytes: 15_000,
                regulator: draw(0..<2) == 0 ? regulator() : nil)
        default: .receive(maximumBytes: nil)
        }
    }

    private func regulator() -> RandomRegulator {
        let regulator = RandomRegulator(seed: UInt64(draw(0..<Int.max)))
        if draw(0..<2) == 0 { regulator.replacement = WirePlan(shared) }
        return regulator
    }

    private func effect() -> WireFault.Effect {
        switch draw(0..<10) {
        case 0..<4: .reset
        case 4..<7: .close
        case 7: .stall
        default: .garbage([1, 2, 3])
        }
    }

    private func plan() -> WirePlan {
        let response: Response =
            switch draw(0..<5) {
            case 0: Response(status: 200, body: .bytes(body))
            case 1: Response(status: 200, reason: "Odd", body: .blocks(ArrayBlocks(body), 0..<body.count))
            case 2: Response(status: 200, body: .stream(ArrayStream(Array(body.prefix(5000)), waits: true, wakesAtOnce: true), length: nil))
            case 3: Response(status: 200, body: .bytes(body), framing: .chunked)
            default: shared
            }
        var performance: Performance?
        if draw(0..<3) > 0 {
            performance = Performance(initialDelay: .milliseconds(draw(0..<2) * draw(0..<30)))
            switch draw(0..<6) {
            case 0, 1: performance?.pace = .chunks(draw(1..<6), over: .milliseconds(draw(0..<40)))
            case 2, 3:
                let moments: [WireFault.Moment] = [.beforeHeaders, .afterHeaders, .bodyBytes(draw(0..<100_000)), .end]
                performance?.fault = WireFault(effect(), at: moments[draw(0..<4)])
            default: break
            }
            if draw(0..<3) == 0 {
                let regulator = regulator()
                performance?.regulator = regulator
                state.withLock { $0.regulators.append(regulator) }
            }
        }
        var plan = WirePlan(response, performance: performance, ticket: ticket())
        plan.tellsDelivery = draw(0..<3) == 0
        if plan.tellsDelivery { state.withLock { $0.deliveries[plan.ticket!.number] = 0 } }
        return plan
    }

    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
        guard draw(0..<5) == 0 else { return .plan(plan()) }
        let deferred = DeferredPlan()
        switch draw(0..<4) {
        case 3: deferred.fulfil(plan())
        case 0:
            deferred.fulfil(WirePlan(shared))
        case 1: Thread.detachNewThread { deferred.fulfil(WirePlan(.text(200, "later"))) }
        default:
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(draw(0..<20))) {
                deferred.fulfil(WirePlan(.text(200, "later")))
            }
        }
        return .later(deferred)
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        state.withLock { $0.tickets[ticket.number]! += 1 }
        bell.ring()
    }

    func delivered(_ ticket: ExchangeTicket) {
        state.withLock { $0.deliveries[ticket.number]! += 1 }
        bell.ring()
    }
}
