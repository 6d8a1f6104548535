import Compression
import HTTPMessage
import JSONDocument
import Synchronization
import Testing

@testable import MockEngine

@Suite(.timeLimit(.minutes(5))) struct ContentCodingTests {
    private let request = Request(target: "/", headers: [("Accept-Encoding", "gzip, deflate")])

    @Test(arguments: [1, 9, 32, 10_000]) func bodiesOfAnyLengthAreCompressed(length: Int) throws {
        let plain = Array(repeating: UInt8(ascii: "x"), count: length)
        let coded = ContentCoding.encoded(Response(status: 200, headers: [], body: .bytes(plain)), for: request)
        #expect(coded.headers.first("Content-Encoding") == "gzip")
        guard case .bytes(let bytes) = coded.body else { throw Gzip.Failure.truncated }
        #expect(try Gzip.decompress(bytes, limit: length) == plain)
    }

    @Test(
        arguments: [
            (200, "x", [("Content-Length", "1")]), (200, "", []), (404, "not found", []), (200, "x", [("Content-Type", "image/png")]),
            (200, "x", [("Content-Encoding", "br")]), (200, "x", [("Cache-Control", "no-transform")]),
            (200, "x", [("Cache-Control", "private"), ("Cache-Control", "max-age=5, No-Transform")]),
        ] as [(Int, String, [(String, String)])])
    func theseGoOutAsTheyAre(_ status: Int, _ body: String, _ fields: [(String, String)]) {
        var headers: HeaderFields = []
        for field in fields { headers.append(name: field.0, value: field.1) }
        let coded = ContentCoding.encoded(Response(status: status, headers: headers, body: .bytes(Array(body.utf8))), for: request)
        #expect(coded.headers.first("Content-Encoding") != "gzip")
    }

    @Test func onlyIfTheClientTakesIt() {
        let fields = [
            ("gzip;q=0", false), ("deflate", false), ("*", false), ("br, x-gzip", false), ("identity", false), ("", false), (",", false),
            ("GZIP", true), ("gzip ; q=0.000", false), ("gzip;q=0.001", true), ("gzip;a=b; Q = 0", false), ("gzip;q=x", true),
            ("*;q=0", false), ("*;q=0, gzip", true), ("gzip;q=0, *", false), ("br;q=0,gzip;q=1.0", true), ("gzipped", false),
        ]
        for (field, accepted) in fields {
            #expect(ContentCoding.accepts(Request(target: "/", headers: [("Accept-Encoding", field)])) == accepted, "\(field)")
        }
    }

    /// Several fields are one list (RFC 9110, section 5.3).
    @Test(arguments: [
        ("br", "gzip", true), ("gzip", "br", true), ("gzip;q=0", "br", false), ("br, deflate", "GZIP;q=0", false),
        ("gzip;q=0", "gzip", false), ("br", "deflate", false),
    ])
    func theClientMayTakeItInASecondField(first: String, second: String, accepted: Bool) {
        let request = Request(target: "/", headers: [("Accept-Encoding", first), ("A", "gzip"), ("accept-encoding", second)])
        #expect(ContentCoding.accepts(request) == accepted)
    }

    @Test(
        arguments: [
            ([], ["Accept-Encoding"]), (["X-Accept-Encoding"], ["X-Accept-Encoding", "Accept-Encoding"]),
            (["Origin, accept-encoding"], ["Origin, accept-encoding"]), (["Origin", "Accept-Encoding"], ["Origin", "Accept-Encoding"]),
            (["*"], ["*"]),
        ] as [([String], [String])])
    func cachesLearnThatTheFormVaries(written: [String], sent: [String]) {
        var headers: HeaderFields = []
        for value in written { headers.append(name: "Vary", value: value) }
        let coded = ContentCoding.encoded(Response(status: 200, headers: headers, body: .bytes(Array("hello hello".utf8))), for: request)
        #expect(coded.headers.contains("Content-Encoding"))
        #expect(coded.headers.values("Vary") == sent)
    }

    @Test(arguments: [
        ("GET", "/", true), ("DELETE", "/", true), ("HEAD", "/", true), ("OPTIONS", "/", false), ("LOCK", "/", false),
        ("GET", "/a.png", false), ("GET", "/a.b/c.JPG?d=e.txt", false), ("GET", "/a.zip/b", true), ("GET", "/a?b=c.png", true),
        ("GET", "/png", true), ("GET", "/a.svg", true), ("GET", "/a.", true), ("GET", "/webpack.json", true),
    ])
    func theMethodAndThePathDecide(method: String, target: String, isCompressed: Bool) {
        let request = Request(method: method, target: target, headers: [("Accept-Encoding", "gzip")])
        let response = Response(status: 200, headers: [], body: .bytes(Array("hello hello hello".utf8)))
        // Twice: the compressed form is kept with the response.
        for _ in 0..<2 { #expect(ContentCoding.encoded(response, for: request).headers.contains("Content-Encoding") == isCompressed) }
        #expect(ContentCoding.encoded(response, for: self.request).headers.contains("Content-Encoding"))
        #expect(ContentCoding.encoded(response, for: request).headers.contains("Content-Encoding") == isCompressed)
    }

    /// The length of the plain form would be wrong in the response to HEAD.
    @Test(arguments: [("38", nil), ("5000", "5000")] as [(String, String?)]) func onlyALengthOfTheAuthorsStays(
        written: String, sent: String?
    ) throws {
        let plain = Response(
            status: 200, headers: [("Content-Length", written)], body: .bytes(Array("hello hello hello hello hello hello he".utf8)))
        let coded = ContentCoding.encoded(plain, for: Request(method: "HEAD", target: "/", headers: [("Accept-Encoding", "gzip")]))
        #expect(coded.headers.contains("Content-Encoding"))
        #expect(coded.headers.first("Content-Length") == sent)
    }

    @Test func theVariantHasNoRanges() {
        let response = Response(status: 200, headers: [("accept-ranges", "bytes")], body: .bytes(Array("hello hello hello".utf8)))
        #expect(!ContentCoding.encoded(response, for: request).headers.contains("Accept-Ranges"))
        #expect(ContentCoding.encoded(response, for: Request(target: "/")).headers.contains("Accept-Ranges"))
    }

    @Test(arguments: [("\"a\"", "\"a--gzip\""), ("W/\"a\"", "W/\"a\"")])
    func theVariantHasATagOfItsOwn(tag: String, coded: String) {
        let response = Response(status: 200, headers: [("ETag", tag)], body: .bytes(Array("hello hello hello".utf8)))
        #expect(ContentCoding.encoded(response, for: request).headers.first("ETag") == coded)
        #expect(ContentCoding.encoded(response, for: Request(target: "/")).headers.first("ETag") == tag)
    }
}

/// A client that has the compressed form sends its tag back.
@Suite struct CodedTagTests {
    private static let notModified = """
        {"priority": 1, "request": {"listener": "any", "urlPath": "/", "headers": {"If-None-Match": {"equalTo": "\\"v1\\""}}},
         "response": {"status": 304, "headers": {"ETag": "\\"v1\\""}}}
        """
    private static let unchanged = """
        {"priority": 1, "request": {"urlPath": "/", "headers": {"If-Match": {"equalTo": "W/\\"v0\\", \\"v1\\""}}}, "response": {"status": 204}}
        """
    private static let whole = """
        {"request": {"urlPath": "/"}, "response": {"body": "hello hello hello", "headers": {"ETag": "\\"v1\\""}}}
        """

    private func plan(_ fields: HeaderFields, listener: ListenerName = .http) throws -> WirePlan {
        let harness = try EngineHarness(Self.notModified, Self.unchanged, Self.whole)
        let request = Request(target: "/", headers: fields, arrival: Arrival(listener: listener))
        let plan: WirePlan? = if case .plan(let plan) = harness.engine.session.respond(to: request) { plan } else { nil }
        return try #require(plan)
    }

    @Test(
        arguments: [
            ([("Accept-Encoding", "gzip"), ("If-None-Match", "\"v1--gzip\"")], 304, "\"v1--gzip\""),
            ([("If-None-Match", "\"v1--gzip\"")], 304, "\"v1--gzip\""), ([("If-None-Match", "W/\"v1--gzip\"")], 200, "\"v1\""),
            ([("if-none-match", "\"v1\""), ("Accept-Encoding", "gzip")], 304, "\"v1\""),
            ([("Accept-Encoding", "gzip"), ("If-None-Match", "\"v2--gzip\"")], 200, "\"v1--gzip\""),
            ([("IF-MATCH", "W/\"v0\", \"v1--gzip\""), ("X-Last", "1")], 204, nil), ([("If-Match", "\"v1--zip\"")], 200, "\"v1\""),
        ] as [([(String, String)], Int, String?)])
    func stubsKnowThePlainTag(fields: [(String, String)], status: Int, tag: String?) throws {
        let response = try plan(HeaderFields(fields.map { HeaderFields.Field($0.0, $0.1) })).response
        #expect(response.status == status)
        #expect(response.headers.first("ETag") == tag)
    }

    @Test func nothingIsCompressedOnTheListenerOfS3() throws {
        #expect(try plan([("If-None-Match", "\"v1--gzip\"")], listener: .s3).response.status != 304)
        #expect(try plan([("If-None-Match", "\"v1\"")], listener: .s3).response.status == 304)
    }
}

/// What the engine does with the variant.
@Suite struct ContentCodingInPlansTests {
    private static let gzip: HeaderFields = [("Accept-Encoding", "gzip")]

    private func plan(_ stub: String, listener: ListenerName = .http) throws -> WirePlan {
        let harness = try EngineHarness(stub)
        let request = Request(target: "/", headers: Self.gzip, arrival: Arrival(listener: listener))
        guard case .plan(let plan) = harness.engine.session.respond(to: request) else { throw Gzip.Failure.truncated }
        return plan
    }

    private static let body = String(repeating: "0123456789", count: 1000)

    @Test(arguments: [
        (#"{"effect": "truncate"}"#, 0.5), (#"{"effect": "reset", "at": {"bodyFraction": 0.25}}"#, 0.25),
        (#"{"effect": "close", "at": {"bodyFraction": 1}}"#, 1),
    ])
    func thePlaceOfAFaultCountsTheBytesThatAreSent(fault: String, fraction: Double) throws {
        let plan = try plan(#"{"response": {"body": "\#(Self.body)", "fault": \#(fault)}}"#)
        let length = try #require(plan.response.body.length)
        #expect(plan.response.headers.first("Content-Encoding") == "gzip" && length < 200)
        let expected = fraction == 1 ? length : Int(Double(length) * fraction)
        #expect(plan.performance?.fault?.moment == .bodyBytes(expected))
    }

    /// A response that is made for one request ends with it, however it is sent.
    @Test(arguments: [200, 404]) func aResponseIsReleasedAfterItsUse(status: Int) {
        weak var kept: Response?
        do {
            let response = Response(status: status, headers: [], body: .bytes(Array(Self.body.utf8)))
            kept = response
            _ = ContentCoding.encoded(response, for: Request(target: "/", headers: Self.gzip))
            _ = ContentCoding.encoded(response, for: Request(target: "/", headers: Self.gzip))
            #expect(kept != nil)
        }
        #expect(kept == nil)
    }

    @Test func whatStandsForAFaultOfWireMocksIsSentAsItIs() throws {
        let plan = try plan(#"{"response": {"fault": "MALFORMED_RESPONSE_CHUNK"}}"#)
        #expect(!plan.response.headers.contains("Content-Encoding"))
    }

    @Test func nothingIsCompressedOnTheS3Listener() throws {
        let stub = #"{"request": {"listener": "any"}, "response": {"body": "\#(Self.body)"}}"#
        #expect(try plan(stub, listener: .s3).response.headers.contains("Content-Encoding") == false)
        #expect(try plan(stub).response.headers.contains("Content-Encoding"))
    }

    @Test func theJournalShowsThePlainBody() throws {
        let harness = try EngineHarness(#"{"response": {"body": "\#(Self.body)"}}"#)
        _ = harness.engine.session.respond(to: Request(target: "/", headers: Self.gzip))
        let entry = try #require(harness.engine.lastEntry)
        #expect(entry.json["response"]?["body"]?.string == Self.body)
    }

    @Test(arguments: [false, true]) func aLongBodyIsCompressedOnTheWorkQueueOnceHoweverFullThatIs(isFull: Bool) throws {
        let queue = LateWork(isFull: isFull)
        var environment = EngineEnvironment()
        environment.work = queue
        let engine = MockEngine(environment, .manual())
        let body = String(repeating: "0123456789", count: 10_000)
        try engine.add(#"{"response": {"body": "\#(body)"}}"#)
        let request = Request(target: "/", headers: Self.gzip)
        guard case .later(let deferred) = engine.session.respond(to: request) else {
            Issue.record("it was compressed on the worker")
            return
        }
        let coding = Mutex<String?>(nil)
        deferred.whenFulfilled { plan in
            coding.withLock { $0 = plan.response.headers.first("Content-Encoding") }
            return true
        }
        queue.pieces.withLock { $0.removeFirst() }()
        #expect(coding.withLock { $0 } == "gzip")
        guard case .plan(let plan) = engine.session.respond(to: request) else {
            Issue.record("it is compressed again")
            return
        }
        #expect(plan.response.headers.first("Content-Encoding") == "gzip")
    }
}
