import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Testing

/// `"s3"` in a request pattern.
struct S3PatternTests {
    private static let arrival: Arrival = {
        var arrival = Arrival.unknown
        arrival.listener = .s3
        return arrival
    }()

    private func engine(_ pattern: String, baseDomains: [String] = []) throws -> MockEngine {
        var environment = EngineEnvironment()
        environment.s3BaseDomains = baseDomains
        let engine = MockEngine(environment, .manual(seed: 7))
        engine.session.add(
            try EngineHarness.compile(#"{"request": {"s3": \#(pattern)}, "response": {"status": 299}}"#, in: engine))
        return engine
    }

    private func request(
        _ method: String, _ target: String, host: String = "127.0.0.1:9000", _ headers: HeaderFields = [], body: String = ""
    ) -> Request {
        var fields: HeaderFields = [("Host", host)]
        fields.append(contentsOf: headers)
        return Request(method: method, target: target, headers: fields, body: Array(body.utf8), arrival: Self.arrival)
    }

    private func matches(_ engine: MockEngine, _ request: Request) -> Bool {
        guard case .plan(let plan) = engine.session.respond(to: request) else { return false }
        return plan.response.status == 299
    }

    /// A browser asks before its request, and S3 answers that; a pattern that names no operation is about the request.
    @Test(arguments: [
        (#"{"bucket": "pics", "key": "a.jpg"}"#, false), (#"{"operation": "OptionsObject", "bucket": "pics"}"#, true),
    ]) func aPreflightIsAnOperationOfItsOwn(_ pattern: String, _ isMatch: Bool) throws {
        let engine = try engine(pattern)
        let fields: HeaderFields = [("Origin", "http://a.test"), ("Access-Control-Request-Method", "PUT")]
        #expect(matches(engine, request("OPTIONS", "/pics/a.jpg", fields)) == isMatch)
        #expect(matches(engine, request("PUT", "/pics/a.jpg", fields)) == !isMatch)
    }

    /// A stub that names no method is shown with ANY, so the word must not change it.
    @Test func anyMethodLeavesPreflightsToS3() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 7))
        let stub = #"{"request": {"method": "ANY", "s3": {"bucket": "pics"}}, "response": {"status": 299}}"#
        try engine.add(stub)
        let fields: HeaderFields = [("Origin", "http://a.test"), ("Access-Control-Request-Method", "PUT")]
        #expect(!matches(engine, request("OPTIONS", "/pics/a.jpg", fields)))
        #expect(matches(engine, request("PUT", "/pics/a.jpg", fields)))
    }

    @Test func trueIsNoText() throws {
        let problems = try EngineHarness().problems(#"{"request": {"s3": {"key": true}}}"#)
        #expect(
            problems == [
                #"mapping.json:1:28 /request/s3/key: "key" must be a text, a number or a matcher, found true. Write "true" if it is a text."#
            ])
    }

    @Test(arguments: [
        ("GET", "/pics/a.jpg", "127.0.0.1:9000", true), ("GET", "/a.jpg", "pics.localhost:9000", true),
        ("GET", "/a.jpg", "pics.s3.eu-west-1.amazonaws.com", true), ("GET", "/a%2Ejpg?x-id=GetObject", "pics.pictures.test", true),
        ("GET", "/pics/a.jpg?versionId=1", "minio:9000", true), ("HEAD", "/pics/a.jpg", "127.0.0.1:9000", false),
        ("GET", "/pics/a.jpg?tagging", "127.0.0.1:9000", false), ("GET", "/pics/b.jpg", "127.0.0.1:9000", false),
        ("GET", "/other/a.jpg", "127.0.0.1:9000", false), ("GET", "/pics", "127.0.0.1:9000", false),
        ("PUT", "/pics/a.jpg", "127.0.0.1:9000", false),
    ]) func matchesOnAnyAddress(_ method: String, _ target: String, _ host: String, _ isMatch: Bool) throws {
        let engine = try engine(#"{"operation": "GetObject", "bucket": "pics", "key": "a.jpg"}"#, baseDomains: ["pictures.test"])
        #expect(matches(engine, request(method, target, host: host)) == isMatch)
    }

    @Test func aRequestOnAnotherListenerNeverMatches() throws {
        let engine = try engine(#"{"operation": "GetObject"}"#)
        #expect(matches(engine, request("GET", "/pics/a.jpg")))
        #expect(!matches(engine, Request(target: "/pics/a.jpg")))
        #expect(!matches(try self.engine("{}"), Request(target: "/pics/a.jpg")))
    }

    @Test func valuesMayBePatterns() throws {
        let engine = try engine(
            #"{"operation": {"matches": "UploadPart(Copy)?"}, "key": {"contains": "é"}, "uploadId": "u1", "partNumber": 3}"#)
        #expect(matches(engine, request("PUT", "/pics/caf%C3%A9?partNumber=3&uploadId=u1")))
        #expect(matches(engine, request("PUT", "/pics/caf%C3%A9?uploadId=u1&partNumber=3", [("x-amz-copy-source", "/a/b")])))
        for three in ["03", "%2B3"] {
            #expect(matches(engine, request("PUT", "/pics/caf%C3%A9?partNumber=\(three)&uploadId=u1")), "S3 takes it for part 3")
        }
        for other in ["4", "+3", "-3", ""] {
            #expect(!matches(engine, request("PUT", "/pics/caf%C3%A9?partNumber=\(other)&uploadId=u1")), "\(other)")
        }
        #expect(!matches(engine, request("PUT", "/pics/caf%C3%A9?partNumber=3&uploadId=u2")))
        #expect(!matches(engine, request("PUT", "/pics/caf%C3%A9")))
    }

    @Test func theKeyOfAFormIsInItsBody() throws {
        let engine = try engine(#"{"operation": "PostObject", "bucket": "pics", "key": "up/cat.jpg"}"#)
        func form(_ key: String) -> Request {
            request(
                "POST", "/pics", [("Content-Type", "multipart/form-data; boundary=x")],
                body: "--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\n\(key)\r\n"
                    + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"cat.jpg\"\r\n\r\nmeow\r\n--x--\r\n")
        }
        #expect(matches(engine, form("up/cat.jpg")))
        #expect(matches(engine, form("up/${filename}")))
        #expect(!matches(engine, form("up/dog.jpg")))
    }

    @Test(arguments: [
        ("AWS4-HMAC-SHA256 Credential=AKID/20270115/us-east-1/s3/aws4_request, Signature=0", "", "AWS4-HMAC-SHA256"),
        ("AWS AKID:c2ln", "", "AWS"), ("", "?X-Amz-Credential=AKID%2F20270115&X-Amz-Signature=0", "AWS4-HMAC-SHA256 link"),
        ("", "?AWSAccessKeyId=AKID&Signature=0", "AWS link"),
    ]) func whoSignedARequestIsCompared(_ field: String, _ query: String, _ signature: String) throws {
        let request = request("GET", "/pics/a.jpg\(query)", field.isEmpty ? [] : [("Authorization", field)])
        #expect(matches(try engine(#"{"accessKey": "AKID", "signature": "\#(signature)"}"#), request))
        #expect(!matches(try engine(#"{"accessKey": "other"}"#), request))
        #expect(!matches(try engine(#"{"signature": {"absent": true}}"#), request))
        #expect(!matches(try engine(#"{"signature": {"equalTo": "\#(signature) form"}}"#), request))
        #expect(matches(try engine(#"{"accessKey": {"absent": true}}"#), self.request("GET", "/pics/a.jpg")))
    }

    @Test func whoSignedAFormIsInItsBody() throws {
        let engine = try engine(#"{"accessKey": {"matches": "AK.*"}, "signature": "AWS form"}"#)
        func form(_ accessKey: String) -> Request {
            let fields = [("key", "a"), ("AWSAccessKeyId", accessKey), ("signature", "c2ln")]
            return request(
                "POST", "/pics", [("Content-Type", "multipart/form-data; boundary=x")],
                body: fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
                    + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"cat.jpg\"\r\n\r\nmeow\r\n--x--\r\n")
        }
        #expect(matches(engine, form("AKID")))
        #expect(!matches(engine, form("other")))
    }

    @Test func anOperationMayBeWrittenInAnyCase() throws {
        let engine = try engine(#"{"operation": {"equalTo": "getobject", "caseInsensitive": true}, "bucket": "pics"}"#)
        #expect(matches(engine, request("GET", "/pics/a.jpg")))
        #expect(!matches(engine, request("HEAD", "/pics/a.jpg")))
    }

    @Test(arguments: [
        #"{"or": [{"equalTo": "GetObjekt"}, {"equalTo": "HeadObject"}]}"#,
        #"{"and": [{"matches": "Get.*"}, {"or": [{"equalTo": "GetObject"}, {"equalTo": "GetObjekt"}]}]}"#,
        #"{"equalTo": "GetObjekt", "caseInsensitive": true}"#,
    ]) func aNameThatS3DoesNotHaveIsFoundInAnyPattern(_ operation: String) throws {
        let problems = try EngineHarness().problems(#"{"request": {"s3": {"operation": \#(operation)}}}"#)
        #expect(problems.count == 1)
        #expect(problems.first?.contains("S3 has no operation \"GetObjekt\". Did you mean \"GetObject\"?") == true, "\(problems)")
    }

    @Test func aNameThatS3DoesNotHaveIsAProblemAtItsPlace() throws {
        let harness = try EngineHarness()
        let problems = harness.problems("{\n  \"request\": {\"s3\": {\"operation\": \"GetObjekt\"}}\n}")
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("mapping.json:2:35") == true, "\(problems)")
        #expect(problems.first?.contains("S3 has no operation \"GetObjekt\"") == true)
        #expect(problems.first?.contains("\"GetObject\"") == true)
        #expect(harness.problems(#"{"request": {"s3": {"operation": {"equalTo": "Upload"}}}}"#).count == 1)
        #expect(harness.problems(#"{"request": {"s3": {"buckets": "a"}}}"#).first?.contains("Did you mean \"bucket\"?") == true)
        #expect(harness.problems(#"{"request": {"s3": {}, "listener": "http"}}"#).first?.contains("S3 listener only") == true)
        #expect(harness.problems(#"{"request": {"s3": {}, "listener": "s3"}}"#).isEmpty)
    }

    @Test(
        arguments: [
            (#"{"operation": "ListBuckets", "bucket": "pics"}"#, "bucket"), (#"{"operation": "ListObjectsV2", "key": "a.jpg"}"#, "key"),
            (#"{"operation": "PutObject", "uploadId": "u1"}"#, "uploadId"),
            (#"{"operation": "CompleteMultipartUpload", "partNumber": 3}"#, "partNumber"),
            (#"{"operation": "DeleteObject", "partNumber": {"matches": "[0-9]"}}"#, "partNumber"),
            (#"{"operation": "GetObject", "bucket": "pics", "key": "a.jpg", "partNumber": 3}"#, nil),
            (#"{"operation": "UploadPart", "key": "a.jpg", "uploadId": "u1", "partNumber": 3}"#, nil),
            (#"{"operation": "PostObject", "key": "a.jpg"}"#, nil), (#"{"operation": "OptionsObject", "key": "a.jpg"}"#, nil),
            (#"{"operation": "PutObject", "uploadId": {"absent": true}}"#, nil), (#"{"uploadId": "u1", "partNumber": 3}"#, nil),
            (#"{"operation": {"matches": "List.*"}, "key": "a.jpg"}"#, nil),
            (#"{"operation": {"equalTo": "listbuckets", "caseInsensitive": true}, "bucket": "pics"}"#, "bucket"),
            (#"{"operation": "ListBuckets", "accessKey": "test", "signature": "AWS"}"#, nil),
        ] as [(String, String?)])
    func aValueThatTheOperationDoesNotHaveIsAWarning(pattern: String, value: String?) throws {
        let text = #"{"request": {"s3": \#(pattern)}, "response": {}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "mapping.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report))
        #expect(MockEngine(EngineEnvironment(), .manual()).compile(mapping, report) != nil)
        let warnings = report.warnings.map(\.description)
        #expect(warnings.count == (value == nil ? 0 : 1))
        if let value { #expect(warnings.first?.contains("have no \"\(value)\", so none matches") == true, "\(warnings)") }
    }

    @Test(
        arguments: [
            (#""PUT""#, "GetObject", "GET"), (#""GET""#, "HeadObject", "HEAD"), (#"{"oneOf": ["GET", "POST"]}"#, "PutObject", "PUT"),
            (#"{"noneOf": ["DELETE"]}"#, "DeleteObject", "DELETE"), (#""ANY""#, "GetObject", nil), (#""GET""#, "ListObjectsV2", nil),
            (#""OPTIONS""#, "OptionsObject", nil), (#""POST""#, "PostObject", nil), (#"{"noneOf": ["PUT"]}"#, "DeleteObject", nil),
        ] as [(String, String, String?)])
    func aMethodThatTheOperationDoesNotHaveIsAWarning(method: String, operation: String, own: String?) throws {
        let text = #"{"request": {"method": \#(method), "s3": {"operation": "\#(operation)"}}, "response": {}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "mapping.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report))
        #expect(MockEngine(EngineEnvironment(), .manual()).compile(mapping, report) != nil)
        let told = own.map { "requests for \"\(operation)\" have the method \($0), so none matches \(mapping.request.method?.words ?? "")" }
        #expect(report.warnings.map(\.message) == (told.map { [$0] } ?? []))
        #expect(report.warnings.map(\.repair) == (own.map { ["Write \"method\": \"\($0)\", or leave \"method\" out."] } ?? []))
    }

    @Test func aWayToSignThatS3DoesNotHaveIsAWarning() throws {
        let text = #"{"request": {"s3": {"signature": {"or": [{"equalTo": "AWS Link"}, {"equalTo": "AWS link"}]}}}, "response": {}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "mapping.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report))
        #expect(MockEngine(EngineEnvironment(), .manual()).compile(mapping, report) != nil)
        #expect(report.warnings.count == 1)
        #expect(report.warnings.first?.description.contains("no request is signed in the way \"AWS Link\", so none matches it") == true)
    }

    @Test func aNearMissSaysWhatDiffers() throws {
        let engine = try engine(#"{"operation": "GetObject", "bucket": "pics", "key": "a.jpg"}"#)
        let request = request("HEAD", "/pics/b.jpg")
        let nearest = try #require(try engine.session.nearMisses(to: request).first)
        let fields = nearest.result.fields
        #expect(fields.map(\.name) == ["operation", "bucket", "key"])
        #expect(fields.map(\.isMatch) == [false, true, false])
        #expect(fields.map(\.actual) == ["HeadObject", "pics", "b.jpg"])
        guard case .plan(let plan) = engine.session.respond(to: request), case .bytes(let page) = plan.response.body else {
            Issue.record("no page")
            return
        }
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("S3 operation = GetObject"))
        #expect(text.contains("S3 operation: HeadObject"))
        #expect(text.contains("S3 operation does not match"))
    }

    @Test func theJournalIsSearchedByIt() throws {
        let engine = try engine(#"{"operation": "GetObject"}"#)
        for target in ["/pics/a.jpg", "/pics/b.jpg", "/other/a.jpg"] { _ = matches(engine, request("GET", target)) }
        _ = matches(engine, Request(target: "/pics/a.jpg"))
        let document = try JSONDocument.parse(Array(#"{"s3": {"bucket": "pics"}}"#.utf8), name: "pattern")
        let report = ProblemReport(document)
        let pattern = try #require(RequestPattern.decode(document.root, report))
        let condition = try #require(JournalCondition(pattern, engine.environment.matchers, report))
        #expect(engine.session.journal.snapshot().newestFirst.filter { condition.matcher.matches($0.request, at: $0.arrivedAt) }.count == 2)
    }
}
