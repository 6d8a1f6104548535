import Glibc
import HTTPMessage
import Synchronization
import Testing
import Upstream
import UpstreamTestSupport

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct CurlClientTests {
    @Test func requestArrivesAsItIs() async throws {
        let target = try Target { _ in
            WirePlan(Response(status: 201, headers: [("X-A", "1"), ("x-a", "2")], body: .bytes(Array("yes".utf8))))
        }
        defer { target.stop() }
        let client = try client()
        let request = UpstreamRequest(
            method: "PATCH", origin: target.origin, target: "/a/../b%2F?q=1&r=ü|",
            headers: [("X-Odd", "v"), ("X-Odd", "w"), ("X-Empty", "")],
            body: .bytes(Array("hello".utf8)))
        let response = try await client.ask(request).get()
        #expect(response.status == 201)
        #expect(response.headers.values("X-A") == ["1", "2"])
        #expect(await response.wholeBody() == Array("yes".utf8))
        let seen = try #require(target.requests.first)
        #expect(seen.method == "PATCH")
        #expect(seen.targetBytes.elementsEqual("/a/../b%2F?q=1&r=ü|".utf8))
        #expect(seen.headers("x-odd") == ["v", "w"])
        #expect(seen.headers("x-empty") == [""])
        #expect(try seen.body.bytes() == Array("hello".utf8))
        #expect(seen.firstHeader("Host") == "127.0.0.1:\(target.port)")
        #expect(!["User-Agent", "Accept", "Expect"].contains { seen.headers.contains($0) })
    }

    @Test(arguments: [(TextCharset.utf8, [0xC3, 0xA9]), (.latin1, [0xE9])] as [(TextCharset, [UInt8])])
    func fieldsAreWrittenInTheirCharset(_ charset: TextCharset, _ bytes: [UInt8]) async throws {
        let target = try Target { _ in .init(.text(200, "text")) }
        defer { target.stop() }
        var request = UpstreamRequest(method: "GET", origin: target.origin, target: "/", headers: [("X-Name", "é")])
        request.fieldCharset = charset
        _ = try await client().ask(request).get()
        let seen = try #require(target.requests.first)
        let index = try #require(seen.firstHeaderIndex("X-Name"))
        #expect(Array(seen.headerValue(index)) == bytes)
    }

    @Test(.enabled(if: LibraryHooks.heads, "needs the hook \"heads\""))
    func theReasonArrives() async throws {
        let target = try Target { _ in WirePlan(Response(status: 201, reason: "Made Up", body: .bytes([]))) }
        defer { target.stop() }
        let response = try await client().ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/")).get()
        #expect(response.reason == "Made Up")
    }

    @Test(arguments: ["GET", "HEAD", "DELETE", "OPTIONS", "POST", "PURGE"])
    func methodsWithoutABody(_ method: String) async throws {
        let target = try Target { _ in .init(.text(200, "text")) }
        defer { target.stop() }
        let response = try await client().ask(UpstreamRequest(method: method, origin: target.origin, target: "/")).get()
        #expect(target.requests.first?.method == method)
        #expect(await response.wholeBody() == (method == "HEAD" ? [] : Array("text".utf8)))
        #expect(response.headers.first("Content-Length") == "4")
    }

    @Test(arguments: ["http://name.invalid", "http://user:word@name.invalid"])
    func aNameThatNoRuleAllowsIsNotLookedUp(_ origin: String) async throws {
        let request = UpstreamRequest(method: "GET", origin: origin, target: "/")
        guard case .failure(.denied("name.invalid:80")) = await (try client(["other.example"])).ask(request) else {
            Issue.record("expected a refusal"); return
        }
        guard case .failure(.deniedByRule("name.invalid:80")) = await (try client(["*"], denied: ["*.invalid"])).ask(request) else {
            Issue.record("expected a refusal"); return
        }
    }

    @Test func longBodiesFlowBothWays() async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let target = try Target { request in WirePlan(Response(status: 200, body: .bytes((try? request.body.bytes()) ?? []))) }
        defer { target.stop() }
        let told = Mutex<[UInt8]?>(nil)
        var request = UpstreamRequest(method: "POST", origin: target.origin, target: "/", body: .bytes(bytes))
        request.observer = .init(maximumBodyBytes: 4_000_000) { result in
            if case .success(let response) = result, case .bytes(let bytes) = response.body { told.withLock { $0 = bytes } }
        }
        let client = try client()
        let response = try await client.ask(request).get()
        guard case .stream(_, let length) = response.body else { Issue.record("expected a stream"); return }
        #expect(length == bytes.count)
        #expect(await response.wholeBody() == bytes)
        #expect(told.withLock { $0 } == bytes)
    }

    /// Completions are called on libcurl's thread.
    @Test func theThreadBlocksSignals() async throws {
        let client = try client()
        let blocked = await withCheckedContinuation { continuation in
            // The first request starts the thread; here it is sent from one that blocks nothing.
            var none = sigset_t()
            var before = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            _ = client.send(UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")) { _ in
                var signals = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &signals)
                continuation.resume(returning: [SIGUSR1, SIGTERM, SIGSEGV].map { sigismember(&signals, $0) == 1 })
            }
        }
        #expect(blocked == [true, true, false])
    }

    @Test func slowBodyBeginsToFlow() async throws {
        let target = try Target { _ in
            WirePlan(
                Response(status: 200, body: .bytes(Array("abcdef".utf8)), framing: .chunked),
                performance: Performance(pace: .chunks(3, over: .milliseconds(300))))
        }
        defer { target.stop() }
        let client = try client()
        let response = try await client.ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/")).get()
        guard case .stream(_, nil) = response.body else { Issue.record("expected a stream of unknown length"); return }
        #expect(await response.wholeBody() == Array("abcdef".utf8))
    }

    @Test func brokenBodyIsNoWholeBody() async throws {
        let target = try Target { _ in
            WirePlan(
                Response(status: 200, body: .bytes(Array(repeating: 65, count: 200_000))),
                performance: Performance(fault: WireFault(.close, at: .bodyBytes(150_000))))
        }
        defer { target.stop() }
        let client = try client()
        let response = try await client.ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/")).get()
        #expect(await response.wholeBody() == nil)
    }

    @Test func emptyReplyIsAFailure() async throws {
        let target = try Target { _ in WirePlan(.text(200, ""), performance: Performance(fault: WireFault(.close, at: .beforeHeaders))) }
        defer { target.stop() }
        let result = try await client().ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/"))
        guard case .failure(.failed(let reason)) = result else { Issue.record("expected a failure"); return }
        #expect(!reason.isEmpty)
    }

    @Test func targetsThatAreNotAllowedAreNotConnectedTo() async throws {
        let target = try Target { _ in .init(.text(200, "secret")) }
        defer { target.stop() }
        let clients = [
            (try client([]), false), (try client(["10.0.0.0/8"]), false), (try client(["*"], denied: ["127.0.0.0/8", "::1"]), true),
            (try client(["127.0.0.1:1", "[::1]:1"]), false),
        ]
        for origin in [target.origin, "http://localhost:\(target.port)"] {
            for (client, isByRule) in clients {
                switch await client.ask(UpstreamRequest(method: "GET", origin: origin, target: "/")) {
                case .failure(.denied(let address)): #expect(!isByRule && address.hasSuffix(":\(target.port)"))
                case .failure(.deniedByRule(let address)): #expect(isByRule && address.hasSuffix(":\(target.port)"))
                default: Issue.record("expected a denial")
                }
            }
        }
        #expect(target.requests.isEmpty)
    }

    /// `localhost` has two addresses, one of which is allowed here.
    @Test func anAllowedAddressThatIsNotThereIsNoDenial() async throws {
        let target = try Target { _ in .init(.text(200, "")) }
        target.stop()
        let result = try await client(["127.0.0.1"]).ask(
            UpstreamRequest(method: "GET", origin: "http://localhost:\(target.port)", target: "/"))
        guard case .failure(.failed(let reason)) = result else { Issue.record("expected a failure: \(result)"); return }
        #expect(reason.contains("onnect"))
    }

    @Test func aFailureOfTLSIsToldAsSuch() async throws {
        let target = try Target { _ in .init(.text(200, "")) }
        defer { target.stop() }
        let result = try await client().ask(UpstreamRequest(method: "GET", origin: "https://127.0.0.1:\(target.port)", target: "/"))
        guard case .failure(.tlsFailed(let reason)) = result else { Issue.record("expected a failure: \(result)"); return }
        #expect(!reason.isEmpty)
    }

    @Test func aSilentTargetIsToldWithItsSetting() async throws {
        let target = try Target { _ in WirePlan(.text(200, ""), performance: Performance(fault: WireFault(.stall, at: .beforeHeaders))) }
        defer { target.stop() }
        var settings = CurlClient.Settings(rules: TargetRules(allowed: [try TargetRule("127.0.0.1")]))
        settings.silenceTimeout = .milliseconds(500)
        let client = CurlClient(settings)
        let result = await client.ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/"))
        guard case .failure(.failed(let reason)) = result else { Issue.record("expected a failure: \(result)"); return }
        #expect(reason == "the target was silent for 1 s (--proxy-timeout)")
    }

    @Test func redirectsAreNotFollowed() async throws {
        let target = try Target { _ in .init(Response(status: 302, headers: [("Location", "/elsewhere")])) }
        defer { target.stop() }
        let response = try await client().ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/")).get()
        #expect(response.status == 302)
        #expect(target.requests.count == 1)
    }

    @Test func unreachableTargetIsTold() async throws {
        let target = try Target { _ in .init(.text(200, "")) }
        target.stop()
        let result = try await client().ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/"))
        guard case .failure(.failed(let reason)) = result else { Issue.record("expected a failure"); return }
        #expect(reason.contains("onnect"))
    }

    @Test(.timeLimit(.minutes(5))) func requestUnderWayCanBeGivenUp() async throws {
        let target = try Target { _ in WirePlan(.text(200, ""), performance: Performance(fault: WireFault(.stall, at: .beforeHeaders))) }
        defer { target.stop() }
        let client = try client()
        let result = await withCheckedContinuation { continuation in
            let call = client.send(UpstreamRequest(method: "GET", origin: target.origin, target: "/")) {
                continuation.resume(returning: $0)
            }
            call.cancel()
        }
        guard case .failure(.cancelled) = result else { Issue.record("expected a cancellation"); return }
        let before = target.requests.count
        let open = Task { await client.ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/")) }
        #expect(await target.eventually { target.requests.count > before })
        client.stop()
        guard case .failure(.cancelled) = await open.value else { Issue.record("expected a cancellation"); return }
        let late = await client.ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/"))
        guard case .failure(.failed) = late else { Issue.record("expected a failure"); return }
    }

    @Test(.timeLimit(.minutes(5))) func aBodyThatNobodyWantsIsNotAskedFor() async throws {
        let target = try Target { _ in
            WirePlan(
                Response(status: 200, body: .bytes([0, 1])), performance: Performance(pace: .chunks(2, over: .seconds(7200))),
                ticket: ExchangeTicket(number: 1))
        }
        defer { target.stop() }
        let client = try client()
        _ = try await client.ask(UpstreamRequest(method: "GET", origin: target.origin, target: "/")).get()
        #expect(await target.eventually { target.openConnections == 0 })
    }

    @Test(.timeLimit(.minutes(5))) func aResponseOutlivesItsClient() async throws {
        let target = try Target { _ in
            WirePlan(
                Response(status: 200, body: .bytes([UInt8](repeating: 65, count: 1_000_000))),
                performance: Performance(fault: WireFault(.stall, at: .bodyBytes(900_000))))
        }
        defer { target.stop() }
        let client = try client()
        let kept = Mutex<(any UpstreamCall)?>(nil)
        let result = await withCheckedContinuation { continuation in
            let call = client.send(UpstreamRequest(method: "GET", origin: target.origin, target: "/")) {
                continuation.resume(returning: $0)
            }
            kept.withLock { $0 = call }
        }
        let response = try result.get()
        client.stop()
        #expect(await response.wholeBody() == nil)
        kept.withLock { $0?.cancel() }
    }

    @Test(.timeLimit(.minutes(5))) func whoWaitsIsLetGoOf() async throws {
        final class Waiter: Sendable {
            let isGone = Once()
            deinit { isGone.fire() }
        }
        let target = try Target { _ in .init(.text(200, "")) }
        defer { target.stop() }
        let client = try client()
        var waiter: Waiter? = Waiter()
        let isGone = try #require(waiter?.isGone)
        let call = client.send(UpstreamRequest(method: "GET", origin: target.origin, target: "/")) { [waiter] _ in
            withExtendedLifetime(waiter) {}
        }
        waiter = nil
        // The call is held until the answer has come, and by then nobody else.
        await isGone.wait()
        withExtendedLifetime(call) {}
    }

    @Test func manyAtOnceShareTheThread() async throws {
        let target = try Target { request in .init(.text(200, request.target)) }
        defer { target.stop() }
        let client = try client()
        let origin = target.origin
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let result = await client.ask(UpstreamRequest(method: "GET", origin: origin, target: "/\(number)"))
                    guard case .success(let response) = result else { return false }
                    return await response.wholeBody() == Array("/\(number)".utf8)
                }
            }
            for await good in group { #expect(good) }
        }
    }
}
