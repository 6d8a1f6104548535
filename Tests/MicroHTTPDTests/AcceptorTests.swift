import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import MicroHTTPD

/// Listening sockets that fail.
@Suite(.timeLimit(.minutes(5))) struct AcceptorTests {
    /// The processor time that the reactor's thread takes within a time.
    private func processorTime(of server: TestServer, within time: Duration) throws -> Duration {
        let moments = Mutex<[Duration]>([])
        let note: @Sendable () -> Void = {
            var now = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
            moments.withLock { $0.append(.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)) }
            server.responder.bell.ring()
        }
        let calls = [server.reactor.schedule(after: .zero, note), server.reactor.schedule(after: time, note)]
        try #require(server.eventually { moments.withLock { $0.count } == calls.count })
        return moments.withLock { $0[1] - $0[0] }
    }

    /// As the process may do that has opened the socket.
    @Test(arguments: [(false, SHUT_RDWR), (true, SHUT_RDWR), (true, SHUT_RD)])
    func aSocketThatIsShutDownIsToldOnceAndTakesNoTime(isUnix: Bool, directions: Int) throws {
        let path = "/tmp/understudy-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
        let original = isUnix ? try ListeningSocket.unix(path: path) : try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
        let descriptor = dup(original.descriptor)
        let sockets = [try ListeningSocket.tcp(host: "127.0.0.1", port: 0), try ListeningSocket.inherited(descriptor: descriptor)]
        let server = try TestServer(sockets: sockets) { _ in .text("served") }
        try #require(shutdown(original.descriptor, Int32(directions)) == 0)
        #expect(server.eventually { server.responder.lines.contains { $0.hasPrefix("error: Accepting connections — ") } })
        #expect(try processorTime(of: server, within: .milliseconds(500)) < .milliseconds(100))
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().text == "served")
        if !isUnix {
            // It listens again, on another port.
            try #require(listen(descriptor, 16) == 0)
            let again = try RawClient(port: try #require(ListeningSocket.address(of: descriptor)?.port))
            try again.request("GET", "/")
            #expect(try again.response().text == "served")
        }
        #expect(server.responder.lines.count { $0.contains("another process that has the socket has shut it down") } == 1)
        server.daemon.stop(.abort, within: .zero)
        close(descriptor)
        original.close()
    }
}
