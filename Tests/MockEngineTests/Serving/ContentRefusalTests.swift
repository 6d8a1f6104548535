import HTTPMessage
import Testing

@testable import MockEngine

/// What a content source refuses is a miss if nothing like it exists, and no miss if the session itself has deleted it.
struct ContentRefusalTests {
    private final class Source: ContentSource {
        private let headers: HeaderFields
        init(_ headers: HeaderFields) { self.headers = headers }
        func filePath(for request: Request) -> String? { nil }
        func existingPath(for request: Request) -> String? { nil }
        func content(for request: Request, in session: Session) -> Content { .found(WirePlan(Response(status: 405, headers: headers))) }
    }

    @Test(arguments: [([], 1), ([("x-amz-delete-marker", "true")], 0)] as [(HeaderFields, Int)])
    func aDeleteMarkerIsNoMiss(headers: HeaderFields, misses: Int) {
        var environment = EngineEnvironment()
        environment.contents = Source(headers)
        let session = MockEngine(environment, .manual()).session
        _ = session.respond(to: Request(target: "/bucket/a?versionId=1", arrival: Arrival(listener: .s3)))
        #expect(session.report().unmatchedCount == misses)
    }
}
