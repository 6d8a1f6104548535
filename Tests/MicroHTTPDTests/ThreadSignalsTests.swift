import Glibc
import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

/// Signals of a process go to any thread that does not block them: the server's block them all, so that they reach those of the process.
@Suite(.timeLimit(.minutes(5))) struct ThreadSignalsTests {
    /// Whether this thread blocks the signal.
    private static func blocks(_ signal: Int32) -> Bool {
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        return sigismember(&blocked, signal) == 1
    }

    /// Calls the body on a thread that blocks no signals, as the main thread of a program.
    private static func unblocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        defer { #expect(!blocks(SIGUSR1), "The thread itself is as before.") }
        return try body()
    }

    @Test func theReactorBlocksSignals() async throws {
        let reactor = try Self.unblocked { try Reactor() }
        defer { reactor.stop() }
        let blocked = await withCheckedContinuation { continuation in
            _ = reactor.schedule(after: .zero) { continuation.resume(returning: [SIGUSR1, SIGTERM, SIGSEGV].map(Self.blocks)) }
        }
        #expect(blocked == [true, true, false])
    }

    @Test func workersBlockSignals() throws {
        let blocked = Mutex<[Bool]>([])
        let server = try Self.unblocked {
            try TestServer { _ in
                blocked.withLock { $0 = [SIGUSR1, SIGTERM, SIGSEGV].map(Self.blocks) }
                return .plan(WirePlan(.text(200, "")))
            }
        }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(try client.response().status == 200)
        #expect(blocked.withLock { $0 } == [true, true, false])
    }
}
