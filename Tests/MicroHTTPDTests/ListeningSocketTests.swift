import Glibc
import HTTPMessage
import MicroHTTPD
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ListeningSocketTests {
    private static let answer: @Sendable (Request) -> Reply = { request in
        .text("\(request.arrival.clientAddress)|\(request.arrival.localAddress)")
    }

    private var hasV6: Bool { (try? ListeningSocket.tcp(host: "::1", port: 0)) != nil }

    @Test func oneDaemonServesSeveralSockets() throws {
        let path = "/tmp/understudy-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
        var sockets = [try ListeningSocket.tcp(host: "127.0.0.1", port: 0), try ListeningSocket.unix(path: path)]
        if hasV6 { sockets.append(try .tcp(host: "::1", port: 0)) }
        let server = try TestServer(sockets: sockets, respond: Self.answer)
        for address in server.daemon.addresses {
            let client: RawClient
            switch address {
            case .tcp(let host, let port): client = try RawClient(host: host, port: port)
            case .unix(let path): client = try RawClient(unixPath: path)
            }
            for _ in 0..<10 {
                try client.request("GET", "/")
                switch address {
                case .tcp(let host, _): #expect(try client.response().text == "\(host)|\(host)")
                case .unix: #expect(try client.response().text == "|")
                }
            }
        }
        server.daemon.stop()
        #expect(access(path, F_OK) != 0)
    }

    @Test func faultsAndDelaysWorkOnAUnixSocket() throws {
        let path = "/tmp/understudy-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
        let server = try TestServer(sockets: [.unix(path: path)]) { request in
            request.target == "/delay"
                ? .plan(WirePlan(.text(200, "late"), performance: Performance(initialDelay: .milliseconds(10))))
                : .plan(WirePlan(.text(200, "x"), performance: Performance(fault: WireFault(.reset, at: .beforeHeaders))))
        }
        let client = try RawClient(unixPath: path)
        try client.request("GET", "/delay")
        #expect(try client.response().text == "late")
        try client.request("GET", "/fault")
        #expect(try client.readToEnd().bytes.isEmpty)
        let leaving = try RawClient(unixPath: path)
        try leaving.request("GET", "/delay")
        leaving.close()
        client.close()
        #expect(server.isEmpty())
    }

    @Test func aFileThatIsNoSocketStays() throws {
        let path = "/tmp/understudy-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).json"
        let descriptor = open(path, O_CREAT | O_WRONLY | O_EXCL, 0o600)
        defer { unlink(path) }
        try #require(descriptor >= 0 && close(descriptor) == 0)
        let error = #expect(throws: WireError.self) { _ = try ListeningSocket.unix(path: path) }
        #expect(error?.description.contains("it is no socket") == true)
        #expect(access(path, F_OK) == 0)
    }

    @Test func addressesTellTheirPort() throws {
        let socket = try ListeningSocket.tcp(host: "localhost", port: 0)
        guard case .tcp(let host, let port) = socket.address else {
            Issue.record("\(socket.address) is no TCP address")
            return
        }
        #expect(host == "127.0.0.1")
        #expect(port > 0)
        #expect(socket.address.description == "127.0.0.1:\(port)")
        #expect(BoundAddress.tcp(host: "::1", port: 80).description == "[::1]:80")
        #expect(BoundAddress.unix(path: "/run/x").description == "unix:/run/x")
    }

    @Test func aPortInUseIsExplained() throws {
        let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        let port = try #require(socket.address.port)
        let error = #expect(throws: WireError.self) { _ = try ListeningSocket.tcp(host: "127.0.0.1", port: port) }
        #expect(error?.systemError == EADDRINUSE)
        #expect(error?.description.contains("127.0.0.1:\(port)") == true)
        #expect(error?.description.contains("Another socket listens there.") == true)
    }

    @Test(arguments: ["example.com", "", "1.2.3", "127.0.0.1:80"]) func namesAreNotLookedUp(host: String) {
        #expect(throws: WireError.self) { _ = try ListeningSocket.tcp(host: host, port: 0) }
    }

    @Test func portsOutOfRangeAreRefused() {
        #expect(throws: WireError.self) { _ = try ListeningSocket.tcp(host: "127.0.0.1", port: 65_536) }
        #expect(throws: WireError.self) { _ = try ListeningSocket.tcp(host: "127.0.0.1", port: -1) }
    }

    @Test func onlyAListeningSocketIsInherited() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #expect(throws: WireError.self) { _ = try ListeningSocket.inherited(descriptor: descriptor) }
        close(descriptor)
        #expect(throws: WireError.self) { _ = try ListeningSocket.inherited(descriptor: 1_000_000) }
    }

    @Test(arguments: [
        (SOCK_SEQPACKET.rawValue, "it is no stream socket."), (SOCK_DGRAM.rawValue, "it is no stream socket."), (SOCK_STREAM.rawValue, nil),
    ])
    func aSocketWithoutAFileHasItsName(type: UInt32, flaw: String?) {
        let descriptor = socket(AF_UNIX, Int32(type), 0)
        defer { close(descriptor) }
        // Without a path, the system gives it a name of five digits (unix(7)).
        var address = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        #expect(unsafe bind(descriptor, &address, socklen_t(MemoryLayout<sa_family_t>.size)) == 0)
        if type != SOCK_DGRAM.rawValue { #expect(listen(descriptor, 1) == 0) }
        do {
            let name = try ListeningSocket.inherited(descriptor: descriptor).address.description
            #expect(flaw == nil && name.hasPrefix("unix:@") && name.count == "unix:@00000".count, "\(name)")
        } catch { #expect("\(error)".contains(flaw ?? "none"), "\(error)") }
    }

    @Test func anAbandonedSocketFileIsReplacedAndALiveOneIsNot() throws {
        let path = "/tmp/understudy-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
        let first = try ListeningSocket.unix(path: path)
        let error = #expect(throws: WireError.self) { _ = try ListeningSocket.unix(path: path) }
        #expect(error?.systemError == EADDRINUSE)
        // As after a crash: the file exists, but no process listens.
        rename(path, path + ".moved")
        first.close()
        rename(path + ".moved", path)
        let second = try ListeningSocket.unix(path: path)
        second.close()
        #expect(access(path, F_OK) != 0)
    }

    /// As when somebody removes the first one's file by hand before the second one starts.
    @Test func theFileOfAnotherSocketAtThePathStays() throws {
        let path = "/tmp/understudy-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
        let first = try ListeningSocket.unix(path: path)
        #expect(unlink(path) == 0)
        let server = try TestServer(sockets: [.unix(path: path)], respond: Self.answer)
        first.close()
        let client = try RawClient(unixPath: path)
        try client.request("GET", "/")
        #expect(try client.response().status == 200)
        server.daemon.stop(.abort, within: .zero)
        #expect(access(path, F_OK) != 0)
    }

    @Test func aPathThatIsTooLongIsRefused() {
        #expect(throws: WireError.self) { _ = try ListeningSocket.unix(path: "/tmp/" + String(repeating: "x", count: 200)) }
    }
}
