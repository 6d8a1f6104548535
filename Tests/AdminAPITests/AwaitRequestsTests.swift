import HTTPMessage
import JSONDocument
import MockEngine
import Synchronization
import Testing

@testable import AdminAPI

struct AwaitRequestsTests {
    let bench = AdminBench()

    private func ask(_ body: String) throws -> AdminBench.LaterReply { try bench.later("POST", "/requests/await", body) }

    @Test func earlierRequestsCount() throws {
        bench.request("GET", "/feed")
        let reply = try ask(#"{"url": "/feed"}"#)
        #expect(reply.value?.status == 200)
        #expect(reply.value?.json?["requests"]?.array?.count == 1)
        #expect(reply.value?.json?["requests"]?[0]?["request"]?["url"] == "/feed")
        #expect(reply.value?.json?["requestJournalDisabled"] == false)
    }

    @Test func itRespondsAsSoonAsSoManyHaveCome() throws {
        bench.request("POST", "/feed", body: "1")
        let reply = try ask(#"{"urlPath": "/feed", "method": "POST", "count": 3}"#)
        bench.request("POST", "/other", body: "2")
        bench.request("POST", "/feed", body: "3")
        #expect(reply.value == nil)
        bench.request("POST", "/feed", body: "4")
        let bodies = reply.value?.json?["requests"]?.array?.map { $0["request"]?["body"]?.string }
        #expect(bodies == ["1", "3", "4"])
    }

    @Test func anUnknownFieldIsToldWithAllThatThereIs() {
        let reply = bench.call("POST", "/requests/await", #"{"zzzz": 1}"#)
        #expect(reply.status == 422)
        #expect(reply.text.contains("count, timeoutMilliseconds, "), "\(reply.text)")
        #expect(bench.call("POST", "/requests/await", #"{"cuont": 1}"#).text.contains(#"Did you mean \"count\"?"#))
        #expect(bench.call("POST", "/requests/await", #"{"url": "/a", "count": 1.5}"#).text.contains("must be a whole number, found 1.5"))
    }

    @Test(arguments: ["/requests/await", "/gates/g/wait"]) func aSessionInWhichSomebodyWaitsIsNotIdle(path: String) throws {
        let made = bench.call(
            "POST", "/sessions",
            #"{"ttlMilliseconds": 1000, "mappings": [{"request": {"url": "/a"}, "response": {"hold": "g"}}]}"#)
        let id = try #require(made.json?["id"]?.string)
        let session = try bench.engine.session(id: id)
        let call = Request(
            method: "POST", target: "/__admin" + path, body: Array(#"{"timeoutMilliseconds": 5000}"#.utf8),
            arrival: Arrival(listener: .http, localAddress: "127.0.0.1", localPort: 8080))
        guard case .later(let deferred) = bench.admin.respond(to: call, about: session) else { throw AdminError.notFound }
        let reply = AdminBench.LaterReply(deferred)
        for _ in 0..<4 { bench.clock.advance(by: .milliseconds(1200)) }
        #expect(reply.value == nil)
        bench.clock.advance(by: .milliseconds(200))
        #expect(reply.value?.status == 408)
        bench.clock.advance(by: .milliseconds(900))
        #expect(throws: Never.self) { try bench.engine.session(id: id) }
        bench.clock.advance(by: .milliseconds(1200))
        #expect(throws: SessionError.self) { try bench.engine.session(id: id) }
    }

    @Test func tooFewAreA408WithTheNearMisses() throws {
        bench.request("GET", "/feed?page=1")
        bench.request("GET", "/feed?page=2")
        let reply = try ask(
            #"{"urlPath": "/feed", "queryParameters": {"page": {"equalTo": "2"}}, "count": 2, "timeoutMilliseconds": 100}"#)
        bench.clock.advance(by: .milliseconds(99))
        #expect(reply.value == nil)
        bench.clock.advance(by: .milliseconds(1))
        #expect(reply.value?.status == 408)
        #expect(reply.value?.json?["errors"]?[0]?["title"] == "1 of 2 requests came within 100 ms")
        #expect(reply.value?.json?["requests"]?.array?.count == 1)
        let misses = try #require(reply.value?.json?["nearMisses"]?.array)
        #expect(misses.map { $0["request"]?["url"] } == ["/feed?page=2", "/feed?page=1"])
        #expect(misses[0]["requestPattern"] == ["urlPath": "/feed", "queryParameters": ["page": ["equalTo": "2"]]])
    }

    @Test func withoutAJournalWhatComesDuringTheCallCounts() throws {
        let bench = AdminBench(journal: false)
        bench.request("GET", "/feed")
        let reply = try bench.later("POST", "/requests/await", #"{"url": "/feed", "count": 2}"#)
        bench.request("GET", "/feed")
        #expect(reply.value == nil)
        bench.request("GET", "/feed")
        #expect(reply.value?.json?["requests"]?.array?.count == 2)
        #expect(reply.value?.json?["requestJournalDisabled"] == true)
        let late = try bench.later("POST", "/requests/await", #"{"url": "/feed", "timeoutMilliseconds": 10}"#)
        bench.clock.advance(by: .milliseconds(10))
        #expect(
            late.value?.json?["errors"]?[0]?["detail"]
                == "The request journal is disabled, so only requests that arrive during the call are counted.")
    }

    @Test func theEndOfTheSessionEndsIt() throws {
        let reply = try ask(#"{"url": "/feed"}"#)
        bench.engine.stopping()
        #expect(reply.value?.status == 410)
    }

    /// Keeps work until it is told to do it.
    private final class LateWork: WorkQueue {
        private let bodies = Mutex<[@Sendable () -> Void]>([])
        var count: Int { bodies.withLock { $0.count } }
        func submit(_ body: @escaping @Sendable () -> Void) -> Bool {
            bodies.withLock { $0.append(body) }
            return true
        }
        func doNext() { bodies.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }
    }

    @Test func theReplyThatComesTooLateIsMadeOnTheWorkQueue() throws {
        let work = LateWork()
        var services = AdminServices()
        services.work = work
        let bench = AdminBench(services: services)
        let reply = try bench.later("POST", "/requests/await", #"{"url": "/feed", "timeoutMilliseconds": 10}"#)
        work.doNext()
        bench.clock.advance(by: .milliseconds(10))
        #expect(reply.value == nil && work.count == 1)
        work.doNext()
        #expect(reply.value?.status == 408)
        let cancelled = try bench.later("POST", "/requests/await", #"{"url": "/feed", "timeoutMilliseconds": 10}"#)
        work.doNext()
        cancelled.deferred.abandon()
        bench.clock.advance(by: .milliseconds(10))
        #expect(work.count == 0)
    }

    @Test func aCallWhoseClientLeavesWaitsNoMore() throws {
        let reply = try ask(#"{"url": "/feed"}"#)
        reply.deferred.abandon()
        bench.request("GET", "/feed")
        #expect(reply.value == nil)
        #expect(bench.engine.session.watch.stopWaiting(1)?().entries.count == nil)
    }

    @Test(arguments: [
        (#"{"count": 0}"#, "count"), (#"{"timeoutMilliseconds": "soon"}"#, "timeoutMilliseconds"), (#"{"urlpath": "/"}"#, "urlpath"),
        ("[]", "object"),
    ])
    func nonsenseIsA422WithItsPlace(_ body: String, _ word: String) {
        let reply = bench.call("POST", "/requests/await", body)
        #expect(reply.status == 422)
        #expect(reply.json?["errors"]?[0]?["detail"]?.string?.contains(word) == true)
    }
}
