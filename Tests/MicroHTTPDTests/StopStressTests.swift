import Foundation
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// Servers that stop at any moment, under clients that send, wait, leave or only connect. Each must stop without leaving anything over.
///
/// With the variables of `StressRun`.
@Suite(.timeLimit(.minutes(StressRun.minutes))) struct StopStressTests {
    @Test func serversThatStopAtRandomMomentsLeaveNothingBehind() throws {
        print("stop stress: seed \(StressRun.seed), \(StressRun.seconds) s")
        try run()
    }

    @Test(.enabled(if: StressRun.isAlone, "UNDERSTUDY_STRESS_ALONE is not set"))
    func serversThatStopAtRandomMomentsLeaveNoDescriptorOpen() throws {
        let before = StressTests.openDescriptors()
        try run()
        // The threads of the run may still be ending, and retain the reactor.
        #expect(Bell().wait { StressTests.openDescriptors() <= before })
    }

    private func run() throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let deadline = ContinuousClock.now + .seconds(StressRun.seconds)
        let rounds = Mutex(0)
        let finished = DispatchSemaphore(value: 0)
        for thread in 0..<2 {
            Thread.detachNewThread {
                var random = SeededGenerator(seed: StressRun.seed &+ UInt64(thread))
                while ContinuousClock.now < deadline {
                    stopOnce(reactor, &random)
                    rounds.withLock { $0 += 1 }
                }
                finished.signal()
            }
        }
        for _ in 0..<2 { finished.wait() }
        print("stop stress: \(rounds.withLock { $0 }) servers")
    }
}

private func stopOnce(_ reactor: Reactor, _ random: inout SeededGenerator) {
    let responder = RandomResponder(seed: random.next())
    var options = DaemonOptions()
    options.threads = Int.random(in: 1...2, using: &random)
    options.idleTimeout = .milliseconds(100)
    options.stallTimeout = .milliseconds(100)
    guard let socket = try? ListeningSocket.tcp(host: "127.0.0.1", port: 0), case .tcp(_, let port) = socket.address,
        let daemon = try? Daemon.start(options, on: [socket], responder: responder, reactor: reactor)
    else {
        Issue.record("no server")
        return
    }
    var clients: [RawClient] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
        guard let client = try? RawClient(port: port, timeoutSeconds: 10) else {
            Issue.record("no client")
            return
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: break
        case 1: try? client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\nabc")
        case 2:
            try? client.request("GET", "/")
            client.reset()
        case 3: try? client.request("POST", "/", body: String(repeating: "x", count: Int.random(in: 0...20_000, using: &random)))
        case 4: for _ in 0..<3 { try? client.request("GET", "/") }
        default: try? client.request("GET", "/")
        }
        clients.append(client)
    }
    // A stop at any moment, within the time that this many connections take.
    for _ in 0..<[0, 0, 1, 3, 10].randomElement(using: &random)! { (try? RawClient(port: port))?.close() }
    let policy = [Daemon.StopPolicy.finish, .hasten, .abort].randomElement(using: &random)!
    daemon.stop(policy, within: .milliseconds([0, 1, 20, 500].randomElement(using: &random)!))
    #expect(daemon.counters.openConnections == 0)
    #expect(responder.openTickets == 0)
    #expect(responder.ticketsFinishedTwice == 0)
}
