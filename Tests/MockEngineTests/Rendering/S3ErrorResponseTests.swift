import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Testing

/// `"s3Error"` in a response.
struct S3ErrorResponseTests {
    private func response(_ definition: String, method: String = "GET", _ target: String = "/pics/a%20b.jpg") throws -> Response {
        let harness = try EngineHarness(#"{"request": {"s3": {}}, "response": \#(definition)}"#)
        var arrival = Arrival.unknown
        arrival.listener = .s3
        guard case .plan(let plan) = harness.engine.session.respond(to: Request(method: method, target: target, arrival: arrival)) else {
            throw Later()
        }
        return plan.response
    }

    private struct Later: Error {}

    private func text(_ response: Response) -> String {
        if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    @Test func theErrorIsThatOfS3() throws {
        let response = try response(#"{"s3Error": "SlowDown"}"#)
        #expect(response.status == 503)
        #expect(response.headers.first("Content-Type") == "application/xml")
        let id = try #require(response.headers.first("x-amz-request-id"))
        let body = text(response)
        #expect(body.contains("<Code>SlowDown</Code><Message>Please reduce your request rate.</Message>"))
        #expect(body.contains("<RequestId>\(id)</RequestId>"))
        #expect(try text(self.response(#"{"s3Error": "NoSuchKey"}"#)).contains("<Key>a b.jpg</Key>"))
        #expect(try text(self.response(#"{"s3Error": "NoSuchBucket"}"#)).contains("<BucketName>pics</BucketName>"))
        #expect(try text(self.response(#"{"s3Error": "NoSuchUpload"}"#, "/pics/a?uploadId=u1")).contains("<UploadId>u1</UploadId>"))
        #expect(try self.response(#"{"s3Error": "MethodNotAllowed"}"#).headers.first("Allow") == "GET, HEAD, PUT, POST, DELETE, OPTIONS")
    }

    @Test(arguments: [#"{"s3Error": "RequestTimeTooSkewed"}"#, #"{"modify": {"s3Error": "RequestTimeTooSkewed"}}"#])
    func theTimeIsTheSessions(definition: String) throws {
        let harness = try EngineHarness(
            #"{"priority": 5, "request": {"s3": {}}, "response": {}}"#,
            #"{"priority": 1, "request": {"s3": {}}, "response": \#(definition)}"#)
        var arrival = Arrival.unknown
        arrival.listener = .s3
        guard case .plan(let plan) = harness.engine.session.respond(to: Request(target: "/b/k", arrival: arrival)) else { throw Later() }
        #expect(text(plan.response).contains("<ServerTime>2020-09-13T12:26:40Z</ServerTime>"))
    }

    /// Clients set their clock by it, and sign again.
    @Test func theDateIsTheSessionsWhereATestMovesTheClock() throws {
        let harness = try EngineHarness(
            #"{"request": {"s3": {"key": "error"}}, "response": {"s3Error": "RequestTimeTooSkewed"}}"#,
            #"{"request": {"s3": {"key": "own"}}, "response": {"headers": {"date": "Thu, 01 Jan 2026 00:00:00 GMT"}}}"#,
            #"{"request": {"s3": {"key": "slow"}}, "response": {"fixedDelayMilliseconds": 10}}"#,
            #"{"request": {"url": "/b/error", "listener": "http"}, "response": {}}"#)
        let session = harness.engine.session
        func dates(_ key: String, _ listener: ListenerName = .s3) throws -> [String] {
            var arrival = Arrival.unknown
            arrival.listener = listener
            guard case .plan(let plan) = session.respond(to: Request(target: "/b/\(key)", arrival: arrival)) else { throw Later() }
            return plan.response.headers.filter { $0.name.lowercased() == "date" }.map(\.value)
        }
        for key in ["error", "none"] { #expect(try dates(key) == [], "\(key)") }
        session.clock.follow(.manual)
        session.clock.advance(by: .seconds(3_600))
        for key in ["error", "slow", "none"] { #expect(try dates(key) == ["Sun, 13 Sep 2020 13:26:40 GMT"], "\(key)") }
        #expect(try dates("own") == ["Thu, 01 Jan 2026 00:00:00 GMT"])
        #expect(try dates("error", .http) == [])
    }

    @Test func headGetsNoBody() throws {
        let response = try response(#"{"s3Error": "SlowDown"}"#, method: "HEAD")
        #expect(response.status == 503)
        #expect(response.body.length == 0)
        #expect(response.headers.contains("x-amz-request-id"))
        #expect(try self.response(#"{"s3Error": "NotModified"}"#).body.length == 0)
    }

    @Test func codeMessageStatusAndFieldsMayBeOthers() throws {
        let own = try response(
            #"{"s3Error": {"code": "Tired", "message": "Later.", "status": 420}, "headers": {"Retry-After": "2", "Server": "me"}}"#)
        #expect(own.status == 420)
        #expect(text(own).contains("<Code>Tired</Code><Message>Later.</Message>"))
        #expect(own.headers.first("Retry-After") == "2")
        #expect(own.headers.filter { $0.name == "Server" }.map(\.value) == ["me"])
        #expect(try response(#"{"s3Error": "Tired", "status": 420}"#).status == 420)
        #expect(try response(#"{"s3Error": {"code": "InternalError", "status": 200}}"#).status == 200)
        let listed = try EngineHarness(#"{"request": {"s3": {}}, "response": {"s3Error": "SlowDown"}}"#)
        #expect(listed.engine.session.stubs.first?.mapping.json["response"]?["status"] == nil)
    }

    @Test func mistakesAreReported() throws {
        let harness = try EngineHarness()
        let unknown = harness.problems("{\"response\":\n {\"s3Error\": \"SlowDwon\"}}")
        #expect(unknown.first?.hasPrefix("mapping.json:2:14") == true, "\(unknown)")
        #expect(unknown.first?.contains("S3 has no error \"SlowDwon\"") == true)
        #expect(unknown.first?.contains("Did you mean \"SlowDown\"?") == true)
        #expect(harness.problems(#"{"response": {"s3Error": 5}}"#).first?.contains("found 5") == true)
        #expect(harness.problems(#"{"response": {"s3Error": {"status": 500}}}"#).first?.contains("has no \"code\"") == true)
        #expect(harness.problems(#"{"response": {"s3Error": "SlowDown", "body": "x"}}"#).first?.contains("both give the body") == true)
        #expect(harness.problems(#"{"response": {"modify": {"s3Error": "Nope"}}}"#).count == 1)
    }

    @Test func aModifierReplacesTheResponse() throws {
        let harness = try EngineHarness(
            #"{"priority": 5, "request": {"s3": {}}, "response": {"body": "picture", "headers": {"ETag": "\"1\""}}}"#,
            #"""
            {"priority": 1, "request": {"s3": {}},
             "responses": [{"modify": {"s3Error": "SlowDown", "headers": {"X-New": "1"}}}, {"modify": {}}]}
            """#)
        var arrival = Arrival.unknown
        arrival.listener = .s3
        let responses = (0..<2).compactMap { _ -> Response? in
            let reply = harness.engine.session.respond(to: Request(target: "/pics/a", arrival: arrival))
            return if case .plan(let plan) = reply { plan.response } else { nil }
        }
        #expect(responses.map(\.status) == [503, 200])
        #expect(text(responses[0]).contains("<Code>SlowDown</Code>"))
        #expect(!responses[0].headers.contains("ETag"))
        #expect(responses[0].headers.first("X-New") == "1")
        #expect(text(responses[1]) == "picture")
    }
}
