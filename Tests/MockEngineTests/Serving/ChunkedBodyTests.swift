import HTTPMessage
import JSONDocument
import Synchronization
import Testing

@testable import MockEngine

/// Bodies in aws-chunked encoding that the wire has kept, because a stub responds or examines them.
@Suite struct ChunkedBodyTests {
    private static let framed = "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n"

    private final class Upstream: UpstreamClient {
        private struct Call: UpstreamCall { func cancel() {} }
        let bodies = Mutex<[String]>([])

        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            bodies.withLock { $0.append(String(decoding: (try? request.body.bytes()) ?? [], as: UTF8.self)) }
            completion(.success(Response(status: 200)))
            return Call()
        }
    }

    private final class Bucket: ContentSource {
        let bodies = Mutex<[String]>([])

        func content(for request: Request, in session: Session) -> Content {
            bodies.withLock { $0.append(String(decoding: (try? request.body.bytes()) ?? [], as: UTF8.self)) }
            return .found(WirePlan(.text(200, "stored")))
        }
    }

    private let upstream = Upstream()
    private let bucket = Bucket()
    private let engine: MockEngine
    private var session: Session { engine.session }

    init() {
        engine = MockEngine.manual(contents: bucket, upstream: upstream)
    }

    private func add(_ request: String, _ response: String) throws {
        try engine.add(#"{"request": {"listener": "any", \#(request)}, "response": \#(response)}"#)
    }

    private func head(_ listener: ListenerName, form: String) -> Request {
        Request(
            method: "PUT", target: "/b/k",
            headers: [
                ("Content-Length", "46"), ("Content-Encoding", "aws-chunked"), ("x-amz-content-sha256", form),
                ("x-amz-trailer", "x-amz-checksum-crc32"), ("x-amz-decoded-content-length", "5"),
            ], arrival: Arrival(listener: listener))
    }

    /// The response to an upload, and the body in its entry.
    private func put(
        _ body: String = ChunkedBodyTests.framed, on listener: ListenerName = .s3, form: String = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
    ) throws -> (status: Int, text: String, shown: String) {
        let head = head(listener, form: form)
        guard case .receive(_, let admitted, _) = session.admit(head) else { throw FakeWire.ComesLater() }
        var request = head
        request.body = .bytes(Array(body.utf8))
        let made = Mutex<Response?>(nil)
        let note: @Sendable (WirePlan) -> Bool = { plan in
            made.withLock { $0 = plan.response }
            return true
        }
        switch session.respond(to: request, admitted: admitted) {
        case .plan(let plan): _ = note(plan)
        case .later(let deferred): deferred.whenFulfilled(note)
        }
        let entry = try #require(engine.lastEntry)
        let shown = try entry.request.body.bytes()
        let response = try #require(made.withLock { $0 })
        let text = if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
        return (response.status, text, String(decoding: shown, as: UTF8.self))
    }

    @Test func patternsTemplatesAndTheJournalHaveTheContent() throws {
        try add(
            #""bodyPatterns": [{"equalTo": "hello"}]"#,
            #"{"status": 418, "body": "[{{request.body}}]", "transformers": ["response-template"]}"#)
        let (status, text, shown) = try put()
        #expect(status == 418)
        #expect(text == "[hello]")
        #expect(shown == "hello")
        #expect(bucket.bodies.withLock { $0.isEmpty })
    }

    /// The stub is chosen on the head.
    @Test func theEntryOfAScriptedErrorHasTheContent() throws {
        try add(#""method": "PUT""#, #"{"s3Error": "SlowDown"}"#)
        let (status, _, shown) = try put()
        #expect(status == 503)
        #expect(shown == "hello")
    }

    @Test func theSourceGetsTheBodyAsItCame() throws {
        try add(#""bodyPatterns": [{"equalTo": "other"}]"#, #"{"status": 418}"#)
        let (_, text, shown) = try put()
        #expect(text == "stored")
        #expect(shown == "hello")
        #expect(bucket.bodies.withLock { $0 } == [Self.framed])
    }

    @Test func aTargetGetsTheBodyAsItCame() throws {
        try add(#""bodyPatterns": [{"equalTo": "hello"}]"#, #"{"proxyBaseUrl": "http://a.test"}"#)
        let (status, _, shown) = try put()
        #expect(status == 200)
        #expect(shown == "hello")
        #expect(upstream.bodies.withLock { $0 } == [Self.framed])
    }

    @Test(
        arguments: [
            ("5\r\nhello\r\n", .s3, "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), (framed, .s3, "UNSIGNED-PAYLOAD"),
            (framed, .http, "STREAMING-UNSIGNED-PAYLOAD-TRAILER"),
        ] as [(String, ListenerName, String)])
    func anotherBodyStaysAsItCame(body: String, listener: ListenerName, form: String) throws {
        try add(#""method": "PUT""#, #"{"status": 418}"#)
        let (status, _, shown) = try put(body, on: listener, form: form)
        #expect(status == 418)
        #expect(shown == body)
    }
}
