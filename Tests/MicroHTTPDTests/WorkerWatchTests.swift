import Dispatch
import HTTPMessage
import TestSupport
import Testing

@testable import MicroHTTPD

/// Whether the workers make progress.
@Suite(.timeLimit(.minutes(5))) struct WorkerWatchTests {
    @Test func aWorkerThatIsOccupiedIsNoticed() throws {
        let release = DispatchSemaphore(value: 0)
        let server = try TestServer { request in
            if request.target == "/stuck" { release.wait() }
            return .text("done")
        }
        let client = try server.client()
        try client.request("GET", "/stuck")
        // The first look that sees it only remembers it.
        #expect(server.eventually { server.daemon.stuckWorkers(after: .zero) == 1 })
        #expect(server.daemon.stuckWorkers(after: .seconds(3600)) == 0, "it may still finish")
        release.signal()
        #expect(try client.response().text == "done")
        #expect(server.daemon.stuckWorkers(after: .zero) == 0)
    }

    /// The object of a connection that is over may have the address of the next one's.
    @Test func anotherConnectionIsAnotherOccupant() {
        let watch = WorkerWatch()
        func look(_ occupants: (connection: Int, request: Int)..., at seconds: Int64) -> Int {
            watch.look(
                at: occupants.map { WorkerWatch.Occupant(connection: $0.connection, request: $0.request) }, now: seconds * 1_000_000_000,
                patience: .seconds(10))
        }
        #expect(look((0, 1), at: 0) == 0)
        #expect(look((1, 1), at: 20) == 0)
        #expect(look((1, 1), (2, 1), at: 30) == 1)
        #expect(look((1, 2), (2, 1), at: 40) == 1)
        #expect(look(at: 50) == 0)
        #expect(look((2, 1), at: 60) == 0)
    }

    @Test func connectionsHaveNumbersOfTheirOwn() throws {
        let server = try TestServer { _ in .text("done") }
        var numbers: [Int] = []
        for round in 0..<20 {
            let clients = try (0..<2).map { _ in try server.client() }
            for client in clients {
                try client.request("GET", "/")
                #expect(try client.response().text == "done")
            }
            #expect(server.eventually { server.daemon.counters.openConnections == 2 }, "\(round)")
            numbers += server.daemon.core.table.snapshot().map(\.number)
            for client in clients { client.close() }
            #expect(server.isEmpty())
        }
        #expect(Set(numbers).count == 40)
    }

    /// Outside of the decision about a request, too.
    @Test func aWorkerThatTakesNoConnectionIsNoticed() throws {
        let release = DispatchSemaphore(value: 0)
        let server = try TestServer { _ in .plan(WirePlan(Response(status: 200, body: .stream(StuckStream(until: release), length: nil)))) }
        let client = try server.client()
        try client.request("GET", "/")
        // One look sends it a connection, and a later one finds that it waits.
        #expect(server.eventually { server.daemon.stuckWorkers(after: .zero) == 1 })
        release.signal()
        #expect(try client.response().status == 200)
        #expect(server.eventually { server.daemon.stuckWorkers(after: .zero) == 0 })
        client.close()
        #expect(server.isEmpty())
    }

    /// It accepts the connections of all listeners.
    @Test func aReactorThatIsOccupiedIsNoticed() async throws {
        let release = DispatchSemaphore(value: 0)
        let reactor = try Reactor()
        defer { reactor.stop() }
        #expect(!reactor.isStuck(after: .zero))
        let answers = Bell()
        _ = reactor.schedule(after: .zero) { release.wait() }
        #expect(await answers.eventually { reactor.isStuck(after: .zero) })
        release.signal()
        #expect(await answers.eventually { !reactor.isStuck(after: .zero) })
    }

    @Test func aResponseThatComesLaterOccupiesNoWorker() throws {
        let deferred = DeferredPlan()
        let server = try TestServer { _ in .later(deferred) }
        let client = try server.client()
        try client.request("GET", "/")
        #expect(server.eventually { server.daemon.counters.suspendedExchanges == 1 })
        for _ in 0..<3 { #expect(server.daemon.stuckWorkers(after: .zero) == 0) }
        deferred.fulfil(WirePlan(.text(200, "done")))
        #expect(try client.response().text == "done")
    }
}

/// A stream that blocks its worker, as it must not.
private final class StuckStream: BodyStream {
    private let release: DispatchSemaphore

    init(until release: DispatchSemaphore) { self.release = release }

    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep {
        release.wait()
        return .end
    }

    func finish() {}
}
