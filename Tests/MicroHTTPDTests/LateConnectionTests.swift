import Glibc
import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

/// Connections that the server has accepted, and that no worker has looked at, when it stops.
@Suite(.serialized) struct LateConnectionTests {
    @Test(arguments: [Daemon.StopPolicy.finish, .hasten])
    func theirRequestsAreAnsweredToo(_ policy: Daemon.StopPolicy) throws {
        let worker = Mutex<pthread_t?>(nil)
        let server = try TestServer({
            $0.threads = 1
            $0.connectionLimit = 2
        }) { _ in
            worker.withLock { $0 = HeldThread.holdable() }
            return .plan(WirePlan(.text(200, "slow"), performance: Performance(initialDelay: .milliseconds(50))))
        }
        let first = try server.client()
        try first.request("GET", "/")
        _ = try first.response()
        first.close()
        #expect(server.isEmpty())

        let held = HeldThread(try #require(worker.withLock { $0 }))
        let clients = try (0..<2).map { _ in try server.client() }
        for client in clients { try client.request("GET", "/") }
        // At the limit accepting pauses, and says so: both have been accepted.
        #expect(server.eventually { server.responder.lines.contains { $0.contains("limit of 2") } })
        #expect(server.daemon.counters.openConnections == 0)
        let stopping = Stopping(server.daemon, policy, .seconds(60))
        stopping.start()
        #expect(server.eventually { stopping.isAsleep })
        held.letGo()
        for client in clients {
            let response = try client.response()
            #expect(response.text == "slow")
            #expect(response.header("Connection") == "close")
        }
        #expect(stopping.wait())
    }
}

/// A thread that a signal's handler holds.
private final class HeldThread: Sendable {
    /// Reading and writing end: the thread is held; it may go on.
    private nonisolated(unsafe) static var pipes: (held: [Int32], free: [Int32]) = ([0, 0], [0, 0])

    /// The calling thread, which can be held from now on.
    static func holdable() -> pthread_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        return pthread_self()
    }

    /// Returns when the thread is held. One at a time in a process.
    init(_ thread: pthread_t) {
        pipe(&Self.pipes.held)
        pipe(&Self.pipes.free)
        signal(SIGUSR2) { _ in
            var byte: UInt8 = 0
            _ = write(HeldThread.pipes.held[1], &byte, 1)
            _ = read(HeldThread.pipes.free[0], &byte, 1)
        }
        pthread_kill(thread, SIGUSR2)
        var byte: UInt8 = 0
        _ = read(Self.pipes.held[0], &byte, 1)
    }

    func letGo() {
        var byte: UInt8 = 0
        _ = write(Self.pipes.free[1], &byte, 1)
    }

    deinit {
        // The other end closed frees the thread, too.
        for descriptor in [Self.pipes.free[1]] + Self.pipes.held + [Self.pipes.free[0]] { close(descriptor) }
    }
}
