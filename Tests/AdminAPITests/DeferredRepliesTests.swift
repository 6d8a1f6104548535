import HTTPMessage
import MockEngine
import Synchronization
import Testing
import WorkPool

@testable import AdminAPI

/// Replies of the admin API that are not known when the call comes.
@Suite(.serialized) struct DeferredRepliesTests {
    private enum Waits: AdminEndpoint {
        static let method = "GET"
        static let path = "/waits"
        static let gives = Mutex<[@Sendable (AdminReply) -> Void]>([])
        static let cancellations = Atomic<Int>(0)

        struct Call: Cancellable { func cancel() { Waits.cancellations.add(1, ordering: .relaxed) } }

        static func respond(_ call: AdminCall) throws -> AdminReply {
            .later { give in
                gives.withLock { $0.append(give) }
                return Call()
            }
        }
    }

    private func admin(_ services: AdminServices = AdminServices()) -> AdminAPI {
        AdminAPI(
            engine: MockEngine(EngineEnvironment(), .manual()), access: AdminAccess(), services: services,
            routes: [Waits.self, GetHealth.self, ListMappings.self])
    }

    private func call(_ admin: AdminAPI, _ path: String) -> Reply {
        admin.respond(to: Request(target: AdminAPI.prefix + path, headers: [("Host", "localhost")]))
    }

    private func deferred(_ reply: Reply) throws -> DeferredPlan {
        guard case .later(let deferred) = reply else { throw AdminError.notFound }
        return deferred
    }

    @Test func theReplyComesWhenItIsGiven() throws {
        Waits.gives.withLock { $0 = [] }
        let deferred = try deferred(call(admin(), "/waits"))
        let status = Mutex<Int?>(nil)
        deferred.whenFulfilled { plan in
            status.withLock { $0 = plan.response.status }
            return true
        }
        #expect(status.withLock { $0 } == nil)
        Waits.gives.withLock { $0.removeFirst() }(AdminReply(status: 207))
        #expect(status.withLock { $0 } == 207)
    }

    @Test func aClientThatLeavesCancelsIt() throws {
        let before = Waits.cancellations.load(ordering: .relaxed)
        try deferred(call(admin(), "/waits")).abandon()
        #expect(Waits.cancellations.load(ordering: .relaxed) == before + 1)
    }

    @Test func aStopEndsThoseThatAreWaitedFor() throws {
        let admin = admin()
        let deferred = try deferred(call(admin, "/waits"))
        let status = Mutex<Int?>(nil)
        deferred.whenFulfilled { plan in
            status.withLock { $0 = plan.response.status }
            return true
        }
        admin.stopping()
        #expect(status.withLock { $0 } == 503)
        // One that begins to wait now is ended as well.
        try self.deferred(call(admin, "/waits")).whenFulfilled { plan in
            status.withLock { $0 = plan.response.status + 1 }
            return true
        }
        #expect(status.withLock { $0 } == 504)
    }

    @Test func endpointsRunOnTheWorkQueueAndHealthDoesNot() throws {
        var services = AdminServices()
        services.work = WorkPool(threads: 1)
        let admin = admin(services)
        _ = try deferred(call(admin, "/mappings"))
        guard case .plan(let plan) = call(admin, "/health") else {
            Issue.record("health waits")
            return
        }
        #expect(plan.response.status == 200)
    }
}
