import HTTPMessage
import Testing

@testable import MockEngine

/// What a content source says about responses that are not its own, and about what it does not have.
struct ContentRefusalTests {
    private final class Source: ContentSource {
        private let headers: HeaderFields
        init(_ headers: HeaderFields) { self.headers = headers }
        func content(for request: Request, in session: Session) -> Content { .found(WirePlan(Response(status: 405, headers: headers))) }
        func originFields(for request: Request, beside plan: WirePlan, in session: Session) -> HeaderFields {
            [("Access-Control-Allow-Origin", "http://a.test")]
        }
    }

    @Test(arguments: [([], 1), ([("x-amz-delete-marker", "true")], 0)] as [(HeaderFields, Int)])
    func aDeleteMarkerIsNoMiss(headers: HeaderFields, misses: Int) {
        var environment = EngineEnvironment()
        environment.contents = Source(headers)
        let session = MockEngine(environment, .manual()).session
        _ = session.respond(to: Request(target: "/bucket/a?versionId=1", arrival: Arrival(listener: .s3)))
        #expect(session.report().unmatchedCount == misses)
    }

    /// A page reads a scripted SlowDown as it reads S3's own.
    @Test(
        arguments: [
            (#"{"s3Error": "SlowDown"}"#, "http://a.test", "http://a.test"), (#"{"s3Error": "SlowDown"}"#, nil, nil),
            (#"{"status": 503, "headers": {"Access-Control-Allow-Origin": "*"}}"#, "http://a.test", "*"),
        ] as [(String, String?, String?)])
    func aScriptedResponseOfS3HasItsOriginFields(response: String, origin: String?, allowed: String?) throws {
        let engine = MockEngine.manual(contents: Source([]))
        try engine.add(#"{"request": {"listener": "s3"}, "response": \#(response)}"#)
        let headers: HeaderFields = origin.map { [("Origin", $0)] } ?? []
        let request = Request(target: "/bucket/a", headers: headers, arrival: Arrival(listener: .s3))
        guard case .plan(let plan) = engine.session.respond(to: request) else { throw CancellationError() }
        let fields = Array(plan.response.headers) + Array(plan.ownFields)
        #expect(fields.filter { $0.name == "Access-Control-Allow-Origin" }.map(\.value) == (allowed.map { [$0] } ?? []))
    }
}
