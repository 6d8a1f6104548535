import Dispatch
import Foundation
import Glibc
import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

/// Connections whose worker is busy for a while.
@Suite(.timeLimit(.minutes(5)), .serialized) struct HeldWorkerTests {
    /// They have been accepted, and no worker has handled them.
    @Test(arguments: [Daemon.StopPolicy.finish, .hasten])
    func whatWasAcceptedBeforeAStopIsAnswered(_ policy: Daemon.StopPolicy) throws {
        let worker = Mutex<HeldThread.Worker?>(nil)
        let server = try TestServer({
            $0.threads = 1
            $0.connectionLimit = 2
        }) { _ in
            worker.withLock { $0 = HeldThread.Worker() }
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
        // At the limit, accepting pauses and logs that: both have been accepted.
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

extension HeldWorkerTests {
    @Test func aRequestThatWaitsForItsWorkerIsNotTimedOut() throws {
        let workers = Mutex<[HeldThread.Worker]>([])
        let server = try TestServer({ $0.headTimeout = .milliseconds(100) }) { _ in
            workers.withLock { $0.append(HeldThread.Worker()) }
            return .text("whole")
        }
        // A connection with each worker. The library chooses the worker by the number of the descriptor: taking another descriptor of this
        // process changes the choice for the next connection.
        var clients: [RawClient] = []
        var taken: [FileHandle] = []
        while workers.withLock({ Set($0) }).count < 2 {
            try #require(clients.count < 20, "all connections have the same worker")
            let client = try server.client()
            try client.request("GET", "/")
            _ = try client.response()
            clients.append(client)
            taken.append(try FileHandle(forReadingFrom: URL(filePath: "/dev/null")))
        }
        let own = workers.withLock { $0 }
        let others = clients.indices.filter { own[$0] != own[0] }
        let held = HeldThread(own[0])
        try clients[0].request("GET", "/")
        // The time of another is over; this one, which is checked first, began earlier.
        try clients[others[0]].send("GET / HTT")
        #expect(try clients[others[0]].response().status == 408)
        held.letGo()
        #expect(try clients[0].response().status == 200)
        // Long enough for a connection that was given up to be closed with a response.
        let late = try server.client()
        try late.send("GET / HTT")
        #expect(try late.response().status == 408)
        try clients[0].request("GET", "/")
        #expect(try clients[0].response().status == 200)
    }
}

extension HeldWorkerTests {
    /// During a stop the library accepts no response, not even its own.
    @Test(
        .needs(.heads),
        arguments: [
            "GET\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/3.1\r\n\r\n", "GET /\(String(repeating: "a", count: 40_000))",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n",
        ])
    func aMalformedRequestIsDroppedWhileTheLibraryStops(_ request: String) throws {
        let worker = Mutex<HeldThread.Worker?>(nil)
        let (arrived, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try TestServer({ $0.threads = 1 }) { request in
            worker.withLock { $0 = HeldThread.Worker() }
            if request.target == "/slow" {
                arrived.signal()
                mayGo.wait()
            }
            return .text("answer")
        }
        let clients = try (0..<6).map { _ in try server.client() }
        for client in clients {
            try client.request("GET", "/")
            _ = try client.response()
        }
        // The library learns about all of them at once; one of the slow ones, first and last, comes before some of the others.
        let held = HeldThread(try #require(worker.withLock { $0 }))
        for (index, client) in clients.enumerated() {
            try client.send(index == 0 || index == 5 ? "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" : request)
        }
        held.letGo()
        arrived.wait()
        let stopping = Stopping(server.daemon, .abort, .zero)
        stopping.start()
        #expect(server.eventually { stopping.isJoining })
        for _ in 0..<2 { mayGo.signal() }
        _ = stopping.wait()
        #expect(server.daemon.counters.openConnections == 0)
    }
}

/// A thread that is blocked by a signal handler.
private final class HeldThread: Sendable {
    /// Reading and writing end: the thread is held; it may go on.
    private nonisolated(unsafe) static var pipes: (held: [Int32], free: [Int32]) = ([0, 0], [0, 0])

    /// A thread that can be held.
    struct Worker: Hashable, Sendable {
        fileprivate let thread: pthread_t
        /// Its folder below `/proc`.
        private let folder: String

        /// The calling thread.
        init() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGUSR2)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            thread = pthread_self()
            folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
        }

        /// Whether it waits for sockets: in `epoll_wait` or `epoll_pwait` (see proc(5), syscall).
        fileprivate var isIdle: Bool {
            let call = (try? String(contentsOfFile: "/proc/\(folder)/syscall", encoding: .utf8)) ?? ""
            #if arch(x86_64)
                return call.hasPrefix("232 ") || call.hasPrefix("281 ")
            #else
                return call.hasPrefix("22 ")
            #endif
        }
    }

    /// Returns when the thread is held. One at a time in a process.
    ///
    /// It is held while it waits for sockets. Anywhere else it could hold a lock, of the allocator for example, and stop all threads.
    init(_ worker: Worker) {
        #expect(Bell().wait { worker.isIdle })
        pipe(&Self.pipes.held)
        pipe(&Self.pipes.free)
        signal(SIGUSR2) { _ in
            var byte: UInt8 = 0
            _ = write(HeldThread.pipes.held[1], &byte, 1)
            _ = read(HeldThread.pipes.free[0], &byte, 1)
        }
        pthread_kill(worker.thread, SIGUSR2)
        var byte: UInt8 = 0
        _ = read(Self.pipes.held[0], &byte, 1)
    }

    func letGo() {
        var byte: UInt8 = 0
        _ = write(Self.pipes.free[1], &byte, 1)
    }

    deinit {
        // Closing the other end also releases the thread.
        for descriptor in [Self.pipes.free[1]] + Self.pipes.held + [Self.pipes.free[0]] { close(descriptor) }
    }
}
