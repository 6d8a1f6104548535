import Foundation
import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// Listening sockets that open and close while the daemon runs.
@Suite(.timeLimit(.minutes(5))) struct OpeningListenersTests {
    private func serve(_ change: (inout DaemonOptions) -> Void = { _ in }) throws -> TestServer {
        try TestServer(change) { .text("port \($0.arrival.localPort), request \($0.indexOnConnection)") }
    }

    @Test func anOpenedSocketIsServed() throws {
        let server = try serve()
        let sockets = try (0..<3).map { _ in try ListeningSocket.tcp(host: "127.0.0.1", port: 0) }
        for socket in sockets { #expect(server.daemon.open(socket)) }
        #expect(server.daemon.addresses.dropFirst().elementsEqual(sockets.map(\.address)))
        for port in server.daemon.addresses.compactMap(\.port) {
            let client = try RawClient(port: port)
            for index in 0..<3 {
                try client.request("GET", "/")
                #expect(try client.response().text == "port \(port), request \(index)")
            }
        }
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
        for socket in sockets { #expect(throws: (any Error).self) { _ = try RawClient(port: socket.address.port!) } }
    }

    @Test func idleConnectionsEndWithTheirSocket() throws {
        let server = try serve()
        let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        server.daemon.open(socket)
        let port = try #require(socket.address.port)
        let (client, silent, other) = (try RawClient(port: port), try RawClient(port: port), try server.client())
        for client in [client, other] {
            try client.request("GET", "/")
            #expect(try client.response().text.hasSuffix("request 0"))
        }
        #expect(server.eventually { server.daemon.counters.openConnections == 3 })
        server.daemon.close(socket)
        #expect(throws: (any Error).self) { _ = try RawClient(port: port) }
        for client in [client, silent] {
            let rest = try client.readToEnd()
            #expect(rest.bytes.isEmpty && rest.end == .closed)
        }
        #expect(server.eventually { server.daemon.counters.openConnections == 1 })
        // Again, and a socket that was never opened.
        server.daemon.close(socket)
        server.daemon.close(try ListeningSocket.tcp(host: "127.0.0.1", port: 0))
        #expect(server.daemon.addresses.count == 1)
        try other.request("GET", "/")
        #expect(try other.response().text == "port \(server.port), request 1")
    }

    @Test func aResponseUnderWayIsNotCutByTheEndOfItsSocket() throws {
        let deferred = DeferredPlan()
        let server = try TestServer { _ in .later(deferred) }
        let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        server.daemon.open(socket)
        let client = try RawClient(port: try #require(socket.address.port))
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        server.daemon.close(socket)
        #expect(server.daemon.counters.suspendedExchanges == 1)
        #expect(deferred.fulfil(WirePlan(.text(200, "late"))))
        let response = try client.response()
        #expect(response.text == "late" && response.header("Connection") == "close")
        #expect(try client.readToEnd().end == .closed)
    }

    @Test func clientsThatKeepTheirConnectionsUseUpNoLimit() throws {
        let server = try serve { $0.connectionLimit = 4 }
        var clients: [RawClient] = []
        for _ in 0..<40 {
            let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
            server.daemon.open(socket)
            let client = try RawClient(port: try #require(socket.address.port))
            try client.request("GET", "/")
            #expect(try client.response().status == 200)
            server.daemon.close(socket)
            clients.append(client)
        }
        #expect(server.isEmpty())
    }

    @Test func connectionsLiveOnWhileAnotherSocketHasTheirPort() throws {
        let server = try serve()
        let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        let port = try #require(socket.address.port)
        let twin = try ListeningSocket.tcp(host: "127.0.0.2", port: port)
        for socket in [socket, twin] { server.daemon.open(socket) }
        let client = try RawClient(port: port)
        server.daemon.close(twin)
        try client.request("GET", "/")
        #expect(try client.response().text == "port \(port), request 0")
        server.daemon.close(socket)
        #expect(try client.readToEnd().end == .closed)
    }

    @Test func oneWorkerServesASocketThatKeepsOrder() throws {
        let server = try TestServer({ $0.threads = 4 }) { _ in .text("\(pthread_self())") }
        var workers: Set<String> = []
        for number in 0..<4 {
            let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
            socket.keepOrder(byWorker: number)
            server.daemon.open(socket)
            let port = try #require(socket.address.port)
            let clients = try (0..<12).map { _ in try RawClient(port: port) }
            let texts = try clients.map { client in
                try client.request("GET", "/")
                return try client.response().text
            }
            #expect(Set(texts).count == 1)
            workers.formUnion(texts)
        }
        #expect(workers.count == 4)
        #expect(server.isEmpty())
    }

    @Test func thousandsInARowLeaveNoDescriptor() throws {
        let server = try serve()
        var names: Set<String> = []
        for round in 0..<2000 {
            let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
            names.insert(try #require(readlink("/proc/self/fd/\(socket.descriptor)")))
            server.daemon.open(socket)
            if round % 100 == 0 {
                let client = try RawClient(port: try #require(socket.address.port))
                try client.request("GET", "/")
                #expect(try client.response().status == 200)
            }
            server.daemon.close(socket)
        }
        #expect(names.count == 2000)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { readlink("/proc/self/fd/\($0)") }
        #expect(names.isDisjoint(with: open))
        #expect(server.isEmpty())
    }

    private func readlink(_ path: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path) }

    @Test func nothingIsOpenedOnceTheDaemonStops() throws {
        let server = try serve()
        server.daemon.beginStopping(.finish)
        let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        #expect(!server.daemon.open(socket))
        #expect(throws: (any Error).self) { _ = try RawClient(port: socket.address.port!) }
        #expect(server.daemon.stop(.finish, within: .seconds(60)))
        #expect(!server.daemon.open(try ListeningSocket.tcp(host: "127.0.0.1", port: 0)))
    }

    @Test func theLimitOfConnectionsIsForAllSockets() throws {
        let server = try serve { $0.connectionLimit = 2 }
        let sockets = try (0..<2).map { _ in try ListeningSocket.tcp(host: "127.0.0.1", port: 0) }
        for socket in sockets { server.daemon.open(socket) }
        let ports = sockets.compactMap(\.address.port)
        var clients = try (0..<2).map { try RawClient(port: ports[$0]) }
        for client in clients {
            try client.request("GET", "/")
            #expect(try client.response().status == 200)
        }
        // These wait in the backlogs.
        let waiting = try ports.map { try RawClient(port: $0) }
        for client in waiting { try client.request("GET", "/") }
        #expect(server.eventually { server.responder.lines.count { $0.contains("limit of 2") } == 2 })
        clients.removeAll()
        for client in waiting { #expect(try client.response().status == 200) }
    }

    /// The system reuses a descriptor's number at once.
    @Test func openingAndClosingAmongClientsDisturbsNobody() throws {
        let server = try serve()
        let done = DispatchSemaphore(value: 0)
        let failures = Mutex<[String]>([])
        for _ in 0..<4 {
            Thread.detachNewThread {
                defer { done.signal() }
                do {
                    for _ in 0..<100 {
                        let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
                        guard server.daemon.open(socket), let port = socket.address.port else { throw CancellationError() }
                        let (client, other) = (try RawClient(port: port), try server.client())
                        for client in [client, other] { try client.request("GET", "/") }
                        let texts = [try client.response().text, try other.response().text]
                        if texts != ["port \(port), request 0", "port \(server.port), request 0"] { throw CancellationError() }
                        server.daemon.close(socket)
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        for _ in 0..<4 { done.wait() }
        #expect(failures.withLock { $0 }.isEmpty)
        #expect(server.isEmpty())
        #expect(server.daemon.addresses.count == 1)
    }
}
