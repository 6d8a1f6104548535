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
            routes: [
                Waits.self, GetHealth.self, ListMappings.self, RemoveSession.self, StopRecording.self, SnapshotRecording.self,
            ])
    }

    private func call(_ admin: AdminAPI, _ path: String, method: String = "GET") -> Reply {
        admin.respond(to: Request(method: method, target: AdminAPI.prefix + path, headers: [("Host", "localhost")]))
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

    /// Has no room, and keeps what it is given in any case.
    private final class Full: WorkQueue {
        let kept = Mutex<[@Sendable () -> Void]>([])
        func submit(_ work: @escaping @Sendable () -> Void) -> Bool { false }
        func submitInAnyCase(_ work: @escaping @Sendable () -> Void) { kept.withLock { $0.append(work) } }
    }

    @Test func aFullQueueRefusesCallsButNotTheEndOfASession() throws {
        let queue = Full()
        var services = AdminServices()
        services.work = queue
        let admin = admin(services)
        guard case .plan(let refusal) = call(admin, "/mappings"), case .plan(let health) = call(admin, "/health"),
            case .bytes(let body) = refusal.response.body
        else {
            Issue.record("a call waits")
            return
        }
        #expect(refusal.response.status == 503)
        #expect(refusal.response.headers.first("Retry-After") == "1")
        #expect(String(decoding: body, as: UTF8.self).contains("The call was not carried out. Send it again."))
        #expect(health.response.status == 200)
        #expect(queue.kept.withLock { $0.isEmpty })

        let end = try deferred(call(admin, "/sessions/gone", method: "DELETE"))
        let status = Mutex<Int?>(nil)
        end.whenFulfilled { plan in
            status.withLock { $0 = plan.response.status }
            return true
        }
        for work in queue.kept.withLock({ $0 }) { work() }
        #expect(status.withLock { $0 } == 404)
    }

    @Test func aRecordingThatMayFetchObjectsRunsApartFromOtherCalls() throws {
        var services = AdminServices()
        services.work = Full()
        let together = admin(services)
        services.fetchWork = WorkPool(threads: 1)
        let apart = admin(services)
        for path in ["/recordings/stop", "/recordings/snapshot"] {
            _ = try deferred(call(apart, path, method: "POST"))
            guard case .plan(let refusal) = call(together, path, method: "POST") else {
                Issue.record("\(path) waits without a queue of its own")
                return
            }
            #expect(refusal.response.status == 503)
        }
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
