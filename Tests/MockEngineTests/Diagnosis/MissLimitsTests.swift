import Compression
import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// A miss has a bounded response and bounded costs, whatever the request's body is. The tests count bytes, not seconds.
struct MissLimitsTests {
    private static let stubs = [
        #"{"request": {"url": "/other"}}"#,
        #"{"request": {"method": "POST", "url": "/x", "bodyPatterns": [{"equalTo": "a\nb"}]}}"#,
        #"{"request": {"method": "POST", "url": "/x", "bodyPatterns": [{"equalToJson": "{\"a\": 1}"}, {"contains": "zzz"}]}}"#,
        #"{"request": {"method": "POST", "url": "/x", "formParameters": {"q": {"equalTo": "1"}}}}"#,
        #"{"request": {"method": "POST", "url": "/x", "multipartPatterns": [{"bodyPatterns": [{"equalTo": "1"}]}]}}"#,
    ]

    private static let formType = ("Content-Type", "application/x-www-form-urlencoded")

    private static func body(_ line: String, bytes: Int) -> [UInt8] {
        Array(String(repeating: line, count: bytes / line.utf8.count).utf8)
    }

    private static func post(_ body: [UInt8], _ headers: HeaderFields = [], to target: String = "/x") -> Request {
        Request(method: "POST", target: target, headers: headers, body: body)
    }

    private static func nested(_ inner: String) -> [UInt8] {
        Array((String(repeating: #"{"a":"#, count: 500) + inner + String(repeating: "}", count: 500)).utf8)
    }

    /// Requests whose response once had tens or hundreds of megabytes, and similar ones.
    private static let requests: [(name: String, request: Request)] = [
        ("2 MB of short lines", post(body("a\n", bytes: 2_000_000))),
        ("20 kB of gzip, 20 MB of lines", post(Gzip.compress(body("a\n", bytes: 20_000_000))!, [("Content-Encoding", "gzip")])),
        ("one line of 1 MB", post(body("a", bytes: 1_000_000))),
        ("60 kB of lines", post(body("\n", bytes: 60_000))),
        ("60 kB of nested JSON", post(nested("[" + String(repeating: "{},", count: 19_000) + "1]"))),
        ("3 kB of nested JSON", post(nested("1"))),
        ("a form of 60 kB", post(body("q&", bytes: 60_000), [formType])),
        ("a form of 1 MB", post(body("q=2&", bytes: 1_000_000), [formType])),
        (
            "6,000 parts",
            post(
                body("--b\r\n\r\n\r\n", bytes: 60_000) + Array("--b--".utf8),
                [("Content-Type", "multipart/form-data; boundary=b")])
        ),
        ("a long query", post([], to: "/x?" + String(repeating: "q&", count: 8_000))),
        ("a wide table", post(body("a\n", bytes: 1_000), [("X-WireMock-Console-Width", "99999")])),
    ]

    private static func engine() throws -> MockEngine {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        for stub in stubs { try engine.add(stub) }
        return engine
    }

    private static var context: MatchContext { MatchContext(limits: .standard, now: Timestamp(milliseconds: 0)) }

    @Test(arguments: requests.indices) func theResponseIsBounded(index: Int) throws {
        let (name, request) = Self.requests[index]
        let report = try Self.engine().session.missReport(for: request)
        #expect(report.text().utf8.count <= 200_000, "\(name)")
        #expect(report.json.bytes(.pretty).count <= 200_000, "\(name)")
        #expect(report.subEvent(at: .zero).cost <= 200_000, "\(name)")
        #expect(report.hints.reduce(0) { $0 + $1.utf8.count } <= 60_000, "\(name)")
    }

    @Test(arguments: requests.indices) func theWorkIsBounded(index: Int) throws {
        let (name, request) = Self.requests[index]
        let engine = try Self.engine()
        let facts = RequestFacts(request, Self.context, bodyLimit: MissLimits.bodyBytes)
        let nearest = NearMisses.closest(to: facts, among: engine.session.view.routes)
        #expect(nearest.count == 3)
        #expect(facts.work.readBytes <= MissLimits.bodyBytes, "\(name)")
        #expect(facts.work.comparedBytes <= 10 * MissLimits.bodyBytes, "\(name)")
    }

    @Test func manyStubsOfOneURLAreNotAllComparedWithALongBody() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        for number in 0..<250 {
            let stub = #"{"request": {"url": "/x", "bodyPatterns": [{"equalTo": "\#(number)"}]}}"#
            try engine.add(stub)
        }
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: MissLimits.bodyBytes)
        let facts = RequestFacts(Self.post(body), Self.context, bodyLimit: MissLimits.bodyBytes)
        #expect(NearMisses.closest(to: facts, among: engine.session.view.routes).count == 3)
        // The nearest three are compared a second time.
        #expect(facts.work.comparedBytes <= MissLimits.comparedBytes + 4 * MissLimits.bodyBytes)
        #expect(facts.work.examinations < 100)
    }

    @Test func bodiesOfOtherAddressesAreNotCompared() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        for number in 0..<50 {
            let stub = #"{"request": {"url": "/\#(number)", "bodyPatterns": [{"equalTo": "a"}]}}"#
            try engine.add(stub)
        }
        let facts = RequestFacts(Self.post(Array("abc".utf8)), Self.context, bodyLimit: MissLimits.bodyBytes)
        #expect(NearMisses.closest(to: facts, among: engine.session.view.routes).count == 3)
        #expect(facts.work.examinations == 3)
    }

    @Test func aBodyThatIsTooLongToBeComparedIsCalledSo() throws {
        let stub = #"{"request": {"url": "/x", "bodyPatterns": [{"contains": "needle"}]}}"#
        let request = Request(method: "POST", target: "/x", body: Self.body("hay\n", bytes: 100_000) + Array("need".utf8))
        let report = try missReport(request, stub)
        let text = report.text(width: 200)
        #expect(text.contains("Body is too long to be compared"))
        #expect(text.contains("(only the first 65536 bytes were looked at)"))
        #expect(!text.contains("Body does not match"))
        #expect(report.closest?.contains("body (too long to be compared)") == true)
        #expect(report.json.object?["nearMisses"]?.array?.first?.object?["fields"]?.array?.last?.object?["compared"] == false)
    }

    /// What the table shows of a body, before it is cut.
    private static func laidOut(_ body: String, _ matcher: String) -> String? {
        DiffRow.formatted(.init(part: .body, matcher: matcher, expected: "", actual: body, distance: 1)).actual
    }

    @Test func aBodyIsLaidOutUnlessIndentationWouldMultiplyIt() {
        let brackets = String(repeating: "[", count: 3_000)
        #expect(Self.laidOut(#"{"b":1,"a":"\#(brackets)"}"#, "equalToJson")?.hasPrefix("{\n  \"b\" : 1,\n") == true)
        let deep = String(decoding: Self.nested("[" + String(repeating: #"{"a":1},"#, count: 7_000) + "1]"), as: UTF8.self)
        let hostile = #"{"x":"\#(String(repeating: "]", count: 1_000))","y":\#(deep)}"#
        #expect(Self.laidOut(hostile, "equalToJson") == hostile)

        #expect(Self.laidOut("<a>\(String(repeating: "<b>1</b>", count: 2_500))</a>", "equalToXml")?.hasPrefix("<a>\n  <b>1</b>\n") == true)
        func nested(_ inner: String) -> String {
            String(repeating: "<a>", count: 200) + inner + String(repeating: "</a>", count: 200)
        }
        let many = nested(String(repeating: "<b/>", count: 14_000))
        #expect(Self.laidOut(many, "equalToXml") == many)
    }

    @Test func aGzippedBodyIsComparedAsTheClientMeantIt() throws {
        let stub = #"{"request": {"url": "/x", "bodyPatterns": [{"equalTo": "b"}]}}"#
        let body = try #require(Gzip.compress(Array("a".utf8)))
        let request = Request(method: "POST", target: "/x", headers: [("Content-Encoding", "gzip")], body: body)
        let field = try #require(try missReport(request, stub).candidates[0].result.fields.last)
        #expect(field.actual == "a")
        #expect(field.isCompared && !field.isMatch)
    }

    @Test func bothSidesShowTheBeginningAndThePlaceThatDiffers() throws {
        let wanted = (1...2_000).map { "line \($0)" }
        var sent = wanted
        sent[1_233] = "line X"
        let (left, right) = Excerpt.pair(wanted.joined(separator: "\n"), sent.joined(separator: "\n"))
        for (side, line) in [(left, "line 1234"), (right, "line X")] {
            #expect(side.hasPrefix("line 1\nline 2\n"))
            let place = try #require(side.firstRange(of: "\n… (line 1234, byte "))
            #expect(side[place.upperBound...].split(separator: "\n")[1] == Substring(line))
            #expect(side.contains("bytes in all)"))
            #expect(side.utf8.count < 1_800)
        }
    }

    @Test func aPlaceWithinALongLineIsShownWithALittleBeforeIt() {
        let beginning = String(repeating: "ä", count: 5_000)
        let (left, right) = Excerpt.pair(beginning + "wanted", beginning + "sent")
        #expect(left.hasSuffix("ääwanted"))
        #expect(right.hasSuffix("ääsent"))
        #expect(left.utf8.count < 1_500)
        // No character is cut in two.
        #expect(!left.contains("\u{FFFD}") && !right.contains("\u{FFFD}"))
    }

    @Test func shortTextsStayAsTheyAre() {
        let lines = String(repeating: "a\n", count: MissLimits.shownLines - 1)
        #expect(Excerpt.pair(lines, "b") == (lines, "b"))
        #expect(Excerpt.pair(lines + "\n", "b").expected != lines + "\n")
        #expect(Excerpt.beginning(of: String(repeating: "a", count: MissLimits.shownBytes)).utf8.count == MissLimits.shownBytes)
        let beginning = Excerpt.beginning(of: String(repeating: "a", count: 5_000))
        #expect(beginning == String(repeating: "a", count: 900) + "\n… (5000 bytes in all)")
    }

    @Test func aLongStubIsShownByWhatItAsksFor() throws {
        let long = String(repeating: "x", count: 20_000)
        func shown(_ stub: String) throws -> JSONObject {
            let json = try missReport(Request(target: "/y"), stub).json
            return try #require(json.object?["nearMisses"]?.array?.first?.object?["stubMapping"]?.object)
        }
        let withBody = try shown(#"{"name": "n", "request": {"url": "/x"}, "response": {"body": "\#(long)"}}"#)
        #expect(withBody.map(\.name) == ["id", "name", "request"])
        let withPattern = try shown(#"{"request": {"url": "/x", "bodyPatterns": [{"equalTo": "\#(long)"}]}}"#)
        #expect(withPattern.map(\.name) == ["id"])
        #expect(try shown(#"{"request": {"url": "/x"}, "response": {"body": "x"}}"#)["response"] != nil)
    }

    @Test func listsOfNearMissesHoldTheBeginningOfABody() throws {
        let engine = try Self.engine()
        let request = Request(method: "POST", target: "/x", body: Self.body("a\n", bytes: 1_000_000))
        let logged = LoggedRequest(request, loggedAt: Timestamp(nanoseconds: 0))
        for nearMiss in try engine.session.nearMisses(to: request) {
            let json = nearMiss.json(logged)
            #expect(json.object?["request"]?.object?["bodyIsCut"] == true)
            #expect(json.bytes().count < 100_000)
        }
    }

    @Test func onlyTheNewestMissesAreListed() throws {
        let engine = try Self.engine()
        for number in 0..<150 { _ = engine.session.respond(to: Request(target: "/miss/\(number)")) }
        let listed = engine.session.unmatchedNearMisses()
        #expect(listed.count == 100)
        #expect(listed.first?.entry.request.target == "/miss/149")
    }
}
