import AdminAPI
import Foundation
import Glibc
import Logging
import MicroHTTPD
import TestSupport
import Testing

@testable import UnderstudyService

/// The ports of sessions, on each address of the server's listener.
@Suite(.timeLimit(.minutes(5))) struct SessionPortsTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func ask(
        _ host: String, _ port: Int, _ line: String, _ body: String = "", timeoutSeconds: Int = 60
    ) throws -> RawResponse {
        let client = try RawClient(host: host, port: port, timeoutSeconds: timeoutSeconds)
        let authority = host.contains(":") ? "[\(host)]" : host
        try client.send("\(line) HTTP/1.1\r\nHost: \(authority):\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.response()
    }

    private static func port(of url: String) throws -> Int { try #require(url.split(separator: ":").last.flatMap { Int($0) }) }

    /// Opens a session with ports by each address, reaches it by all of them, and ends it.
    private func openAndEnd(at hosts: [String], _ configuration: Configuration) throws {
        let service = try Service(configuration, log: Self.silent)
        let port = try Self.port(of: service.start().http)
        defer { service.stop() }
        for host in hosts {
            let mark = UUID().uuidString
            let definition = #"{"ports": true, "mappings": [{"request": {"url": "/mark"}, "response": {"body": "\#(mark)"}}]}"#
            let opened = try Self.ask(host, port, "POST /__admin/sessions", definition)
            let session = try #require(try JSONSerialization.jsonObject(with: Data(opened.body)) as? [String: Any])
            let (id, base) = (try #require(session["id"] as? String), try #require(session["baseUrl"] as? String))
            let own = try Self.port(of: base)
            #expect(base == "http://\(BoundAddress.tcp(host: host, port: own))")
            for other in hosts { #expect(try Self.ask(other, own, "GET /mark").text == mark, "\(other)") }
            #expect(try Self.ask(host, port, "DELETE /__admin/sessions/\(id)").status == 200)
            // Another program may have the port by now, and a client of a free port may be connected to itself.
            for other in hosts { #expect((try? Self.ask(other, own, "GET /mark", timeoutSeconds: 5).text) != mark, "\(other)") }
        }
    }

    @Test func theyAreOnEachAddressThatIsNamed() throws {
        var configuration = Configuration.embedded()
        configuration.hosts = ["127.0.0.1", "127.0.0.2"]
        try openAndEnd(at: configuration.hosts, configuration)
    }

    @Test func withoutAHostTheyAreOnBothLoopbacks() throws {
        // A machine may have no IPv6.
        let hasV6 = (try? ListeningSocket.tcp(host: "::1", port: 0)) != nil
        try openAndEnd(at: hasV6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"], .embedded())
    }

    @Test func aUnixSocketBesideAnAddressHasNone() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration.embedded()
        configuration.hosts = ["127.0.0.1", "unix:\(folder.path)/x"]
        try openAndEnd(at: ["127.0.0.1"], configuration)
    }

    /// Each request on a connection of its own, sent right behind the one before.
    @Test func anOrderKnowsWhichRequestCameFirst() throws {
        let service = try Service(.embedded(), log: Self.silent)
        let port = try Self.port(of: service.start().http)
        defer { service.stop() }
        let numbers = (0..<8).map { "\($0)" }
        let responses = numbers.map { #"{"body": "\#($0)"}"# }.joined(separator: ", ")
        let definition = """
            {"ports": true, "order": {"arrivals": 8, "settleMilliseconds": 1},
             "mappings": [{"request": {"urlPath": "/r"}, "responses": [\(responses)]}]}
            """
        for _ in 0..<60 {
            let opened = try Self.ask("127.0.0.1", port, "POST /__admin/sessions", definition)
            let session = try #require(try JSONSerialization.jsonObject(with: Data(opened.body)) as? [String: Any])
            let (id, base) = (try #require(session["id"] as? String), try #require(session["baseUrl"] as? String))
            let own = try Self.port(of: base)
            let clients = try numbers.map { _ in
                let client = try RawClient(port: own)
                try client.request("GET", "/r")
                return client
            }
            #expect(try clients.map { try $0.response().text } == numbers)
            #expect(try Self.ask("127.0.0.1", port, "DELETE /__admin/sessions/\(id)").status == 200)
        }
    }

    @Test func withoutDescriptorsItSaysWhatToDo() {
        let failure = SessionPorts.failure(WireError("Listening: Too many open files.", systemError: EMFILE))
        #expect(failure.title == "Listening: Too many open files." && failure.repair.hasPrefix("Raise the limit of open files"))
        #expect(SessionPorts.failure(WireError("Listening: no.", systemError: EACCES)).repair.isEmpty)
    }

    /// Its second address is always taken.
    @Test func aPortThatIsTakenOnAnotherAddressIsTriedOnlySoOften() throws {
        let ports = SessionPorts(maximumPorts: 1)
        let failure = #expect(throws: PortLeaseError.self) { try ports.freeSockets(["127.0.0.1", "127.0.0.1"]) }
        #expect(failure?.title.contains("Another socket listens there.") == true)
    }

    @Test func anAddressThatTheMachineHasNoMoreIsLeftOut() throws {
        // For documents only (RFC 5737).
        let sockets = try SessionPorts(maximumPorts: 1).freeSockets(["127.0.0.1", "192.0.2.1", "127.0.0.2"])
        #expect(sockets.compactMap(\.address.host) == ["127.0.0.1", "127.0.0.2"])
        #expect(Set(sockets.map(\.address.port)).count == 1)
    }

    /// As the service manager may pass them, on different ports.
    @Test func anAddressThatAnotherOneContainsIsLeftOut() throws {
        let sockets = try ["127.0.0.2", "0.0.0.0", "127.0.0.2"].map { try ListeningSocket.tcp(host: $0, port: 0) }
        #expect(SessionPorts.hosts(of: sockets) == ["0.0.0.0"])
        #expect(SessionPorts.hosts(of: [sockets[0], sockets[2]]) == ["127.0.0.2"])
    }

    /// A service manager's socket with a port alone: `::` with clients of both families.
    private static func dualSocket() -> Int32? {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        var off: Int32 = 0
        setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) } == 0
        }
        guard isBound, listen(descriptor, 8) == 0 else { return nil }
        return descriptor
    }

    @Test func aSocketOfBothFamiliesGivesSessionsPortsOfBoth() throws {
        // A machine may have no IPv6.
        guard let descriptor = Self.dualSocket() else { return }
        defer { close(descriptor) }
        var inherited = InheritedSockets()
        inherited.sockets = [(descriptor, "http")]
        let service = try Service(.embedded(), log: Self.silent)
        let url = try service.start(inherited: inherited).http
        defer { service.stop() }
        let port = try Self.port(of: url)
        #expect(url == "http://127.0.0.1:\(port)")
        let definition = #"{"ports": true, "mappings": [{"request": {"url": "/mark"}, "response": {"body": "here"}}]}"#
        let opened = try Self.ask("127.0.0.1", port, "POST /__admin/sessions", definition)
        let session = try #require(try JSONSerialization.jsonObject(with: Data(opened.body)) as? [String: Any])
        let base = try #require(session["baseUrl"] as? String)
        let own = try Self.port(of: base)
        #expect(base == "http://127.0.0.1:\(own)")
        #expect(try Self.ask("127.0.0.1", own, "GET /mark", timeoutSeconds: 5).text == "here")
        if (try? ListeningSocket.tcp(host: "::1", port: 0)) != nil {
            #expect(try Self.ask("::1", own, "GET /mark", timeoutSeconds: 5).text == "here")
        }
    }
}
