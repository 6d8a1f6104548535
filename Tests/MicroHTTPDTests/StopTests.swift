import Dispatch
import Foundation
import Glibc
import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StopTests {
    private static func slow(_ delay: Duration) -> @Sendable (Request) -> Reply {
        { request in
            request.target == "/slow"
                ? .plan(WirePlan(.text(200, "slow"), performance: Performance(initialDelay: delay), ticket: ExchangeTicket(number: 1)))
                : .text("quick")
        }
    }

    /// Stops on another thread, because the responses must be read at the same time.
    private func stop(_ server: TestServer, _ policy: Daemon.StopPolicy, within bound: Duration) -> Stopping {
        let stopping = Stopping(server.daemon, policy, bound)
        stopping.start()
        return stopping
    }

    /// A server whose client has had a response a moment ago, and that client.
    private func justServed(over path: String? = nil) throws -> (TestServer, RawClient) {
        let server = try TestServer(
            { $0.pausePatience = .seconds(600) }, sockets: try path.map { [try .unix(path: $0)] }, respond: Self.slow(.zero))
        let client = try path.map { try RawClient(unixPath: $0) } ?? server.client()
        try client.request("GET", "/")
        _ = try client.response()
        return (server, client)
    }

    @Test func idleConnectionsAreClosedAtOnce() throws {
        let server = try TestServer(respond: Self.slow(.zero))
        let clients = try (0..<20).map { _ in try server.client() }
        for client in clients.prefix(10) {
            try client.request("GET", "/")
            _ = try client.response()
        }
        #expect(server.eventually { server.daemon.counters.openConnections == 20 })
        let clock = ContinuousClock()
        let start = clock.now
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
        #expect(clock.now - start < .seconds(20))
        for client in clients { #expect(try client.readToEnd().bytes.isEmpty) }
        #expect(throws: (any Error).self) { _ = try server.client() }
    }

    /// The connections of some of them are in the backlog when the stop begins, and the requests of all come after that.
    @Test func clientsThatConnectedBeforeAStopAreServed() throws {
        let server = try TestServer({ $0.newcomerPatience = .seconds(600) }, respond: Self.slow(.zero))
        let clients = try (0..<50).map { _ in try server.client() }
        server.daemon.beginStopping(.hasten)
        for client in clients { try client.request("GET", "/") }
        for client in clients { #expect(try client.response().status == 200) }
        #expect(server.daemon.stop(.hasten, within: .seconds(60)))
    }

    /// Its client may have sent the next request already.
    @Test func aConnectionWithAResponseAMomentAgoServesOneMoreRequest() throws {
        let (server, client) = try justServed()
        server.daemon.beginStopping(.hasten)
        try client.request("GET", "/")
        let last = try client.response()
        #expect(last.status == 200)
        #expect(last.header("Connection")?.lowercased() == "close")
        #expect(server.daemon.stop(.hasten, within: .seconds(60)))
    }

    /// The kernel does not know when something was sent there.
    @Test func aConnectionOfAUnixSocketServesOneMoreRequest() throws {
        let folder = try TemporaryFolder()
        let (server, client) = try justServed(over: folder.path + "/socket")
        server.daemon.beginStopping(.hasten)
        try client.request("GET", "/")
        #expect(try client.response().status == 200)
        #expect(server.daemon.stop(.hasten, within: .seconds(60)))
    }

    /// No request is cut off.
    @Test func aConnectionWithoutANextRequestEndsWithTheBound() throws {
        let (server, client) = try justServed()
        #expect(server.daemon.stop(.hasten, within: .milliseconds(1)))
        #expect(try client.readToEnd().bytes.isEmpty)
    }

    @Test func aNewConnectionWithoutARequestEndsAfterAMoment() throws {
        let server = try TestServer({ $0.newcomerPatience = .milliseconds(1) }, respond: Self.slow(.zero))
        let client = try server.client()
        #expect(server.daemon.stop(.hasten, within: .seconds(60)))
        #expect(try client.readToEnd().bytes.isEmpty)
    }

    /// Some requests arrive just after the server has begun to end their idle connection. That is not their client's mistake: a client that gets
    /// no response sends its request again, but a 400 is final.
    @Test func aRequestThatMeetsTheEndOfItsConnectionIsNotRefused() throws {
        for _ in 0..<40 {
            let server = try TestServer(respond: Self.slow(.zero))
            let statuses = Mutex<Set<Int>>([])
            let clients = DispatchGroup()
            for _ in 0..<8 {
                let client = try server.client()
                clients.enter()
                Thread.detachNewThread {
                    defer { clients.leave() }
                    while (try? client.request("GET", "/")) != nil, let response = try? client.response() {
                        statuses.withLock { _ = $0.insert(response.status) }
                    }
                }
            }
            #expect(server.eventually { server.daemon.counters.requests > 100 })
            #expect(server.daemon.stop(.finish, within: .seconds(60)))
            clients.wait()
            #expect(statuses.withLock { $0 } == [200])
            #expect(server.responder.refusals.isEmpty)
        }
    }

    @Test(arguments: ["GE", "GET / HTTP/1.1\r\nHost: a\r\n"]) func aStopDoesNotWaitForTheRestOfAHead(part: String) throws {
        let server = try TestServer({ ($0.headPatience, $0.headTimeout) = (.milliseconds(1), .seconds(600)) }, respond: Self.slow(.zero))
        let client = try server.client()
        // The first request shows that the second one begins on a connection that a worker serves.
        try client.request("GET", "/")
        _ = try client.response()
        try client.send(part)
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
        #expect(try client.readToEnd().bytes.isEmpty)
        // A request is known from the end of its first line on.
        #expect(server.responder.refusals.map(\.cause) == (part.contains("\n") ? [.cutOff] : []))
    }

    @Test func aStopWaitsForAHeadThatArrives() throws {
        let server = try TestServer({ $0.headPatience = .seconds(600) }, respond: Self.slow(.zero))
        let client = try server.client()
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n")
        #expect(server.eventually { server.daemon.counters.liveExchanges == 1 })
        server.daemon.beginStopping(.finish)
        try client.send("\r\n")
        #expect(try client.response().text == "quick")
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
    }

    @Test func theBeginningOfAStopWaitsForNobody() throws {
        let deferred = DeferredPlan()
        let server = try TestServer({ $0.pausePatience = .zero }) { request in
            request.target == "/later" ? .later(deferred) : .text("quick")
        }
        let (idle, waiting) = (try server.client(), try server.client())
        try idle.request("GET", "/")
        _ = try idle.response()
        try waiting.request("GET", "/later")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        server.daemon.beginStopping(.hasten)
        server.daemon.beginStopping(.hasten)
        #expect(try idle.readToEnd() == ([], .closed))
        #expect(server.daemon.counters.suspendedExchanges == 1)
        deferred.fulfil(WirePlan(.text(200, "there")))
        #expect(try waiting.response().text == "there")
        #expect(server.daemon.stop(.hasten, within: .seconds(60)))
        #expect(throws: (any Error).self) { _ = try server.client() }
    }

    @Test func aStopClosesTheListeningSocketBeforeItWaits() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let server = try TestServer(sockets: [.tcp(host: "127.0.0.1", port: 0), .unix(path: path)], respond: Self.slow(.zero))
        let client = try server.client()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf ")
        #expect(server.eventually { server.daemon.counters.heldBodyBytes == 5 })
        server.daemon.beginStopping(.finish)
        #expect(throws: (any Error).self) { _ = try server.client() }
        #expect(throws: (any Error).self) { _ = try RawClient(unixPath: path) }
        #expect(access(path, F_OK) != 0)
        try client.send(" whole")
        #expect(try client.response().text == "quick")
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
    }

    /// A plan that is not fulfilled would otherwise make the stop take its whole time limit.
    @Test func theResponderHearsOfTheStopAndReleasesWhatItHolds() throws {
        let deferred = DeferredPlan(ticket: ExchangeTicket(number: 9))
        let server = try TestServer { _ in .later(deferred) }
        server.responder.whenStopping { deferred.fulfil(WirePlan(.text(503, "stopping"))) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        #expect(server.responder.stops == 0)
        server.daemon.beginStopping(.finish)
        #expect(try client.response().text == "stopping")
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
        #expect(server.responder.stops == 1)
        #expect(server.responder.outcome(9)?.ending == .performed)
    }

    @Test func aPlanThatNobodyFulfilsIsReportedByItsTicket() throws {
        let deferred = DeferredPlan(ticket: ExchangeTicket(number: 9))
        let server = try TestServer { _ in .later(deferred) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        server.daemon.stop(.abort, within: .seconds(60))
        #expect(server.responder.outcome(9)?.ending == .aborted)
        #expect(!deferred.fulfil(WirePlan(.text(200, "late"))))
    }

    @Test func aDelayedResponseFinishesAndSaysClose() throws {
        let server = try TestServer(respond: Self.slow(.milliseconds(200)))
        let client = try server.client()
        try client.request("GET", "/slow")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        let stopping = stop(server, .finish, within: .seconds(60))
        let response = try client.response()
        #expect(response.text == "slow")
        #expect(response.header("Connection") == "close")
        #expect(try client.readToEnd() == ([], .closed))
        #expect(stopping.wait())
        #expect(server.responder.outcome(1)?.ending == .performed)
    }

    @Test func hasteCutsDelaysShort() throws {
        let server = try TestServer(respond: Self.slow(.seconds(3600)))
        let client = try server.client()
        try client.request("GET", "/slow")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        let stopping = stop(server, .hasten, within: .seconds(60))
        #expect(try client.response().text == "slow")
        #expect(stopping.wait())
    }

    @Test func hasteSendsTheRestOfADribbledBody() throws {
        let server = try TestServer { _ in
            .plan(WirePlan(.text(200, "0123456789"), performance: Performance(pace: .chunks(10, over: .seconds(36_000)))))
        }
        let client = try server.client()
        try client.request("GET", "/")
        _ = try client.read(until: "\r\n\r\n")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        let stopping = stop(server, .hasten, within: .seconds(60))
        #expect(try client.readToEnd().bytes == Array("0123456789".utf8))
        #expect(stopping.wait())
    }

    @Test func abortingClosesWhatWaits() throws {
        let deferred = DeferredPlan()
        let isAbandoned = Atomic<Bool>(false)
        deferred.onAbandoned { isAbandoned.store(true, ordering: .relaxed) }
        let server = try TestServer { request in request.target == "/later" ? .later(deferred) : Self.slow(.seconds(3600))(request) }
        let clients = try (0..<3).map { _ in try server.client() }
        try clients[0].request("GET", "/slow")
        try clients[1].request("GET", "/later")
        try clients[2].send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 2 && server.daemon.counters.liveExchanges == 3 })
        server.daemon.stop(.abort, within: .seconds(60))
        for client in clients { #expect(try client.readToEnd().bytes.isEmpty) }
        #expect(server.isEmpty())
        let wasAbandoned = isAbandoned.load(ordering: .relaxed)
        #expect(wasAbandoned)
        #expect(server.responder.outcome(1)?.ending == .aborted)
    }

    @Test func theBoundEndsWhatDoesNotEnd() throws {
        let server = try TestServer(respond: Self.slow(.seconds(3600)))
        let client = try server.client()
        try client.request("GET", "/slow")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        #expect(!server.daemon.stop(.finish, within: .milliseconds(100)))
        #expect(try client.readToEnd().bytes.isEmpty)
        #expect(server.isEmpty())
    }

    @Test func anInheritedSocketStaysOpenAndUsable() throws {
        let original = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        let port = try #require(original.address.port)
        // As in a child process: another descriptor of the same socket.
        let descriptor = try #require(duplicate(port: port))
        for round in 0..<3 {
            let inherited = try ListeningSocket.inherited(descriptor: descriptor)
            #expect(inherited.address == original.address)
            let server = try TestServer(sockets: [inherited]) { _ in .text("round \(round)") }
            let client = try RawClient(port: port)
            try client.request("GET", "/")
            #expect(try client.response().text == "round \(round)")
            server.daemon.stop(.finish, within: .seconds(5))
            // No daemon serves, but a client can connect: it waits in the backlog.
            let waiting = try RawClient(port: port)
            try waiting.request("GET", "/")
            let next = try TestServer(sockets: [.inherited(descriptor: descriptor)]) { _ in .text("next") }
            #expect(try waiting.response().text == "next")
            next.daemon.stop(.finish, within: .seconds(5))
        }
        #expect(close(descriptor) == 0)
    }

    /// The descriptor of the process that listens on that port, duplicated.
    private func duplicate(port: Int) -> Int32? {
        for descriptor in 0..<Int32(1 << 16) {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            var isListening: Int32 = 0
            var size = socklen_t(4)
            let named = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            }
            guard named == 0, address.sin_port == in_port_t(port).bigEndian,
                getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0, isListening != 0
            else { continue }
            return dup(descriptor)
        }
        return nil
    }

    @Test func stoppingUnderLoadLeavesNothing() throws {
        for policy in [Daemon.StopPolicy.finish, .hasten, .abort] {
            let server = try TestServer(respond: Self.slow(.milliseconds(20)))
            let clients = try (0..<100).map { _ in try server.client() }
            for (index, client) in clients.enumerated() { try client.request("GET", index % 2 == 0 ? "/slow" : "/") }
            server.daemon.stop(policy, within: .seconds(10))
            #expect(server.isEmpty())
        }
    }
}

/// A stop on a thread of its own.
final class Stopping: @unchecked Sendable {
    // Unchecked: `result` is written by the thread and read after the join; `folder` is in a lock.
    private let daemon: Daemon
    private let policy: Daemon.StopPolicy
    private let bound: Duration
    private var result = false
    private var thread = pthread_t()
    private let folder = Mutex("")

    init(_ daemon: Daemon, _ policy: Daemon.StopPolicy, _ bound: Duration) {
        self.daemon = daemon
        self.policy = policy
        self.bound = bound
    }

    func start() {
        pthread_create(
            &thread, nil,
            { pointer in
                let stopping = Unmanaged<Stopping>.fromOpaque(pointer!).takeUnretainedValue()
                stopping.folder.withLock { $0 = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? "" }
                stopping.result = stopping.daemon.stop(stopping.policy, within: stopping.bound)
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the thread waits for something.
    var isAsleep: Bool {
        let state = try? String(contentsOfFile: "/proc/\(folder.withLock { $0 })/stat", encoding: .utf8)
        return state?.contains(") S ") == true
    }

    /// Whether it waits for the library's threads: for a futex (see proc(5), syscall) without a time limit, which none of ours is.
    var isJoining: Bool {
        let call = try? String(contentsOfFile: "/proc/\(folder.withLock { $0 })/syscall", encoding: .utf8)
        let fields = call?.split(separator: " ") ?? []
        return fields.count > 4 && ["202", "98"].contains(fields[0]) && fields[4] == "0x0"
    }

    func wait() -> Bool {
        pthread_join(thread, nil)
        return result
    }
}
