import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// What is passed on to other servers, and of their responses.
@Suite(.timeLimit(.minutes(5))) struct ProxiedResponsesTests {
    /// Responds at once, or never.
    private final class OtherServer: UpstreamClient {
        private struct Call: UpstreamCall { func cancel() {} }
        private let result: Result<Response, UpstreamError>?
        let requests = Mutex<[UpstreamRequest]>([])

        init(_ result: Result<Response, UpstreamError>?) { self.result = result }

        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            requests.withLock { $0.append(request) }
            if let result { completion(result) }
            return Call()
        }
    }

    /// Takes short bodies.
    private final class Recorder: ProxyObserver {
        let maximumBodyBytes = 4
        let bodies = Mutex<[[UInt8]]>([])
        let losses = Mutex<[String]>([])
        func begin(_ exchange: ProxiedExchange) -> ProxyPassage { ProxyPassage(number: 0) }
        func end(_ passage: ProxyPassage, _ exchange: ProxiedExchange) {
            if let loss = exchange.loss { losses.withLock { $0.append(loss) } } else { bodies.withLock { $0.append(exchange.body) } }
        }
    }

    private func engine(_ server: OtherServer, _ recorder: Recorder? = nil) throws -> MockEngine {
        var environment = EngineEnvironment()
        environment.upstream = server
        var options = Session.Options.manual()
        options.proxyObserver = recorder
        let engine = MockEngine(environment, options)
        try engine.add(#"{"response": {"proxyBaseUrl": "http://a.test"}}"#)
        return engine
    }

    /// What the client gets, and what the other server got.
    private func pass(
        _ request: Request, _ result: Result<Response, UpstreamError>
    ) throws -> (response: Response, request: UpstreamRequest) {
        let server = OtherServer(result)
        let found = Mutex<Response?>(nil)
        if case .later(let deferred) = try engine(server).session.respond(to: request) {
            deferred.whenFulfilled { plan in
                found.withLock { $0 = plan.response }
                return true
            }
        }
        return (try #require(found.withLock { $0 }), try #require(server.requests.withLock { $0 }.first))
    }

    private static let text = Array(repeating: UInt8(ascii: "x"), count: 1_000)

    /// A streamed body cannot be compressed, so that one in memory is not either.
    @Test func theOtherServerChoosesTheCoding() throws {
        let plain = Response(status: 200, headers: [("ETag", "\"v1\""), ("Content-Type", "text/plain")], body: .bytes(Self.text))
        let response = try pass(Request(target: "/", headers: [("Accept-Encoding", "gzip")]), .success(plain)).response
        #expect(!response.headers.contains("Content-Encoding"))
        #expect(response.headers.first("ETag") == "\"v1\"")
        #expect(response.body.length == Self.text.count)
    }

    @Test(arguments: ["\"v1\"", "\"v1--gzip\""]) func theOtherServerKnowsItsTags(tag: String) throws {
        let passed = try pass(
            Request(target: "/", headers: [("If-None-Match", tag)]), .success(Response(status: 304, headers: [("ETag", tag)])))
        #expect(passed.request.headers.values("If-None-Match") == [tag])
        #expect(passed.response.headers.first("ETag") == tag)
    }

    /// A length that the target does not say is not 0.
    @Test(arguments: ["5", "0", nil]) func theLengthForHEADIsTheTargets(length: String?) throws {
        var headers: HeaderFields = []
        if let length { headers.append(name: "Content-Length", value: length) }
        let response = try pass(Request(method: "HEAD", target: "/"), .success(Response(status: 200, headers: headers))).response
        #expect(response.body.length == length.flatMap { Int($0) })
        #expect(response.headers.first("Content-Length") == length)
    }

    /// Without a length, the connection ends.
    @Test(arguments: [(304, "20"), (200, nil)]) func theLengthOfA304IsTheTargets(status: Int, passed: String?) throws {
        let given = Response(status: status, headers: [("ETag", "\"a\""), ("Content-Length", "20")])
        let response = try pass(Request(target: "/"), .success(given)).response
        #expect(response.headers.first("Content-Length") == passed)
        #expect(response.body.length == 0)
    }

    /// Both charsets are in use.
    @Test(arguments: [[0xE9], [0xC3, 0xA9], [0xE9, 0x20, 0xC3, 0xA9], [0x80]]) func fieldsKeepTheirBytes(value: [UInt8]) throws {
        var request = Request(target: "/")
        request.append(name: "X-Name".utf8, value: value)
        let passed = try pass(request, .success(Response(status: 200))).request
        #expect(passed.headers.first("X-Name").map(passed.fieldCharset.encode) == value)
    }

    @Test(arguments: [([0x2F, 0xE9, 0x3F, 0xC3, 0xA9], "/%E9?%C3%A9"), ([0x2F, 0xC3, 0xA9], "/é")] as [([UInt8], String)])
    func noByteOfATargetIsLost(_ target: [UInt8], _ sent: String) throws {
        var request = Request()
        request.setMethod("GET".utf8)
        request.setTarget(target)
        #expect(try pass(request, .success(Response(status: 200))).request.target == sent)
    }

    @Test func whatConnectionNamesIsNotPassedOn() throws {
        let passed = try pass(
            Request(
                target: "/",
                headers: [
                    ("Connection", "Upgrade, HTTP2-Settings"), ("connection", " x-hop ,"), ("Upgrade", "h2c"), ("HTTP2-Settings", "AAMA"),
                    ("X-Hop", "1"), ("X-Kept", "1"),
                ]),
            .success(Response(status: 200, headers: [("Connection", "x-own"), ("X-Own", "1"), ("X-Kept", "2")])))
        #expect(passed.request.headers.map(\.name).filter { $0 != HopCount.fieldName } == ["X-Kept"])
        #expect(passed.response.headers.map(\.name) == ["X-Kept"])
    }

    @Test(arguments: [
        (
            UpstreamError.failed("no route"),
            "Network failure trying to make a proxied request from Understudy to http://a.test/x\r\nno route"
        ),
        (.tlsFailed("no TLS"), "SSL failure trying to make a proxied request from Understudy to http://a.test/x\r\nno TLS"),
    ])
    func aFailureIsTold(error: UpstreamError, text: String) throws {
        let response = try pass(Request(target: "/x"), .failure(error)).response
        #expect(response.status == 500)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no text")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    /// Journal and webhooks may take longer ones.
    @Test func theRecorderGetsNoLongerBodiesThanItTakes() throws {
        let server = OtherServer(nil)
        let recorder = Recorder()
        let session = try engine(server, recorder).session
        guard case .later = session.respond(to: Request(target: "/")) else {
            Issue.record("there is a response")
            return
        }
        let observer = try #require(server.requests.withLock { $0 }.first?.observer)
        #expect(observer.maximumBodyBytes > recorder.maximumBodyBytes)
        for body in ["long.", "kept"] { observer.tell(.success(Response(status: 200, body: .bytes(Array(body.utf8))))) }
        for error in [UpstreamError.failed("cut"), .cancelled] { observer.tell(.failure(error)) }
        #expect(recorder.bodies.withLock { $0 } == [Array("kept".utf8)])
        #expect(
            recorder.losses.withLock { $0 } == [
                "the body is longer than 4 bytes", "cut", "the client left, or this server stopped, before the whole response had come",
            ])
    }

    /// A verification by status must not take it for a success.
    @Test func anEntryHasNoStatusBeforeThereIsAResponse() throws {
        let session = try engine(OtherServer(nil)).session
        guard case .later(let deferred) = session.respond(to: Request(target: "/")) else {
            Issue.record("there is a response")
            return
        }
        func entry() throws -> JournalEntry { try #require(session.journal.snapshot().newestFirst.first { _ in true }) }
        #expect(try entry().json["response"]?["status"] == nil)
        session.finished(try #require(deferred.ticket), ExchangeOutcome(ending: .clientLeft))
        #expect(try entry().json["performed"]?["ending"] == "clientLeft")
        #expect(try entry().json["response"]?["status"] == nil)
        #expect(try entry().wasMatched)
    }
}
