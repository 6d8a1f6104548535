import Foundation
import HTTPMessage
import TLS
import TestSupport
import Testing

@testable import MicroHTTPD

/// A client that speaks TLS takes three descriptors, and each end of its connection gives them back: with a limit of three, the next client
/// is served only then.
@Suite(.timeLimit(.minutes(5))) struct TLSDescriptorTests {
    private static let body = [UInt8](repeating: 120, count: 300_000)

    /// - Parameter isUrgent: whether clients wait in the waiting room rather than in the backlog.
    private func serve(isUrgent: Bool = false) throws -> (TestServer, TLSRelay) {
        let now = Int(Date().timeIntervalSince1970)
        let identity = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        let relay = try TLSRelay(try TLSCredentials(identity, now: now))
        let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        socket.speakTLS(relay)
        let server = try TestServer(
            {
                $0.descriptorLimit = DaemonOptions.descriptorsWithTLS
                if isUrgent { $0.isUrgent = { _ in false } }
            }, sockets: [socket]
        ) { request in
            if request.target == "/wait" {
                let performance = Performance(initialDelay: .seconds(600))
                return .plan(WirePlan(.text(200, "late"), performance: performance, ticket: ExchangeTicket(number: 2)))
            }
            guard request.target == "/reset" else { return .text("served") }
            let performance = Performance(fault: WireFault(.reset, at: .end))
            let response = Response(status: 200, body: .bytes(Self.body))
            return .plan(WirePlan(response, performance: performance, ticket: ExchangeTicket(number: 1)))
        }
        return (server, relay)
    }

    /// A program that speaks TLS.
    private final class Client {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())

        /// - Parameter endsWithInput: whether it sends `close_notify` and leaves at the end of its input.
        init(of server: TestServer, endsWithInput: Bool = false) throws {
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments =
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet", "-verify_quiet"] + (endsWithInput ? ["-no_ign_eof"] : [])
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        func request(_ target: String, closes: Bool = false) throws {
            let text = "GET \(target) HTTP/1.1\r\nHost: test\r\n\(closes ? "Connection: close\r\n" : "")\r\n"
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        }

        /// All that it gets until the connection ends.
        func rest() throws -> Data {
            defer { process.waitUntilExit() }
            return try output.fileHandleForReading.readToEnd() ?? Data()
        }

        /// Has got its first byte, and is stopped then.
        func pause() throws {
            #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
            var info = siginfo_t()
            kill(process.processIdentifier, SIGSTOP)
            #expect(waitid(P_PID, id_t(process.processIdentifier), &info, Int32(WSTOPPED | WNOWAIT)) == 0)
        }

        func goOn() { kill(process.processIdentifier, SIGCONT) }
    }

    private func expectToBeServed(_ server: TestServer) throws {
        let client = try Client(of: server)
        try client.request("/", closes: true)
        #expect(String(decoding: try client.rest(), as: UTF8.self).hasSuffix("served"))
    }

    @Test func eachEndGivesThemBack() throws {
        let (server, relay) = try serve()
        defer { relay.stop() }
        for _ in 0..<2 {
            try expectToBeServed(server)
            let failed = try server.client()
            try failed.send([0x16, 3, 1, 0, 4, 0xff, 0, 0, 0])
            _ = try failed.readToEnd()
            try expectToBeServed(server)
            let silent = try server.client()
            silent.close()
            try expectToBeServed(server)
            let plain = try server.client()
            try plain.request("GET", "/")
            #expect(try plain.response().status == 400)
            plain.close()
        }
        try expectToBeServed(server)
    }

    @Test func aClientThatWaitsTakesNone() throws {
        let (server, relay) = try serve(isUrgent: true)
        defer { relay.stop() }
        let first = try Client(of: server)
        try first.request("/")
        #expect(server.eventually { server.daemon.counters.openConnections == 1 })
        let gone = try Client(of: server)
        try gone.request("/")
        let waiting = try Client(of: server)
        try waiting.request("/", closes: true)
        kill(gone.process.processIdentifier, SIGKILL)
        gone.process.waitUntilExit()
        kill(first.process.processIdentifier, SIGKILL)
        #expect(String(decoding: try waiting.rest(), as: UTF8.self).hasSuffix("served"))
        try expectToBeServed(server)
    }

    /// Its thread may have much to do when many clients come, and each that is accepted takes a descriptor.
    @Test func theRestStayInTheBacklogWhileTheRelayIsOccupied() throws {
        let now = Int(Date().timeIntervalSince1970)
        let identity = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let relay = try TLSRelay(try TLSCredentials(identity, now: now), many: 1) {
            entered.signal()
            release.wait()
        }
        defer { relay.stop() }
        let (plain, tls) = (try ListeningSocket.tcp(host: "127.0.0.1", port: 0), try ListeningSocket.tcp(host: "127.0.0.1", port: 0))
        tls.speakTLS(relay)
        let server = try TestServer(
            {
                $0.connectionLimit = 1
                $0.isUrgent = { $0.starts(with: "/admin".utf8) }
                $0.waiting = .init(silent: 2)
            }, sockets: [plain, tls]
        ) { .text($0.target) }
        let port = try #require(tls.address.port)
        let failed = try RawClient(port: port)
        failed.close()
        #expect(entered.wait(timeout: .now() + 60) == .success)
        let full = try server.client()
        try full.request("GET", "/full")
        #expect(try full.response().text == "/full")
        let clients = try (0..<20).map { _ in try RawClient(port: port) }
        let room = try #require(server.daemon.core.waitingRoom)
        #expect(server.eventually { room.isCrowded })
        // The reactor has seen all of them when it has served this one.
        let urgent = try server.client()
        try urgent.request("GET", "/admin")
        #expect(try urgent.response().text == "/admin")
        #expect(room.arrivingClients == 4)
        for _ in 0..<100 { release.signal() }
        for client in clients { client.close() }
        full.close()
        #expect(server.eventually { room.arrivingClients == 0 })
        #expect(server.isEmpty())
    }

    /// Clients that give a request up say so first, as curl and URLSession.
    @Test(arguments: [true, false]) func aClientThatLeavesWhileItsResponseWaitsIsNoticed(saysSo: Bool) throws {
        let (server, relay) = try serve()
        defer { relay.stop() }
        let client = try Client(of: server, endsWithInput: saysSo)
        try client.request("/wait")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        if saysSo { try client.input.fileHandleForWriting.close() } else { kill(client.process.processIdentifier, SIGKILL) }
        #expect(server.eventually { server.responder.outcome(2) != nil })
        #expect(server.responder.outcome(2)?.ending == .clientLeft)
        try expectToBeServed(server)
    }

    /// Until then the relay keeps two of them.
    @Test(arguments: [true, false]) func aResetGivesThemBackWhenItsClientHasGotEverythingOrIsGone(reads: Bool) throws {
        let (server, relay) = try serve()
        defer { relay.stop() }
        let client = try Client(of: server)
        try client.request("/")
        try client.pause()
        try client.request("/reset")
        client.goOn()
        if reads {
            #expect(try client.rest().count > Self.body.count)
        } else {
            #expect(server.eventually { server.responder.outcome(1) != nil })
            kill(client.process.processIdentifier, SIGKILL)
        }
        try expectToBeServed(server)
    }

    /// The relay passes on what it has in its time, and the system sends the rest.
    @Test func aStopDiscardsNothingThatAResetWaitsFor() throws {
        let (server, relay) = try serve()
        let client = try Client(of: server)
        try client.request("/reset")
        try client.pause()
        #expect(server.eventually { server.responder.outcome(1) != nil && server.daemon.counters.openConnections == 0 })
        server.daemon.stop(.finish)
        relay.stop(within: .seconds(3))
        client.goOn()
        #expect(try client.rest().count > Self.body.count)
    }
}
