import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// A modifier changes how the next candidate's response is sent.
struct ModifierTests {
    private static let answering = #"""
        {"name": "page", "priority": 5, "request": {"urlPath": "/a"},
         "response": {"status": 200, "body": "0123456789", "headers": {"ETag": "\"1\"", "X-Old": "old"}, "fixedDelayMilliseconds": 5}}
        """#

    private func modifier(_ modify: String, priority: Int = 1, _ fields: String = "") -> String {
        #"{\#(fields)"priority": \#(priority), "request": {"urlPathPattern": "/.*"}, "response": {"modify": {\#(modify)}}}"#
    }

    private func plan(_ engine: EngineHarness, _ target: String = "/a") throws -> WirePlan {
        guard case .plan(let plan) = engine.engine.session.respond(to: Request(target: target)) else { throw Later() }
        return plan
    }

    private struct Later: Error {}

    @Test func delayDribbleAndFaultAreTheModifiersAndTheBytesStay() throws {
        let engine = try EngineHarness(
            Self.answering,
            modifier(
                #""fixedDelayMilliseconds": 800, "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 10}, "#
                    + #""fault": {"effect": "reset", "at": {"bodyFraction": 0.5}}"#))
        let plan = try plan(engine)
        #expect(plan.performance?.initialDelay == .milliseconds(800))
        #expect(plan.performance?.pace == .chunks(2, over: .milliseconds(10)))
        #expect(plan.performance?.fault == WireFault(.reset, at: .bodyBytes(5)))
        #expect(plan.response.headers.first("ETag") == "\"1\"")
        #expect(plan.response.body.length == 10)
    }

    @Test func statusAndFieldsAreSetAndRemoved() throws {
        let engine = try EngineHarness(
            Self.answering, modifier(#""status": 503, "headers": {"X-New": ["a", "b"], "etag": "\"2\""}, "removeHeaders": ["x-old"]"#))
        let response = try plan(engine).response
        #expect(response.status == 503)
        #expect(response.headers.filter { $0.name == "X-New" }.map(\.value) == ["a", "b"])
        #expect(response.headers.filter { $0.name.lowercased() == "etag" }.map(\.value) == ["\"2\""])
        #expect(!response.headers.contains("X-Old"))
    }

    /// As its warning says: the length of a response without a body, too, is that of the response to a GET (RFC 9110, section 8.6).
    @Test func theLengthIsNotRemoved() throws {
        let engine = try EngineHarness(
            #"{"request": {"urlPath": "/a"}, "response": {"status": 304, "headers": {"Content-Length": "9", "X-Old": "1"}}}"#,
            #"{"priority": 1, "request": {"urlPath": "/a"}, "response": {"modify": {"removeHeaders": ["content-length", "X-Old"]}}}"#)
        let fields = try plan(engine).response.headers
        #expect(fields.first("Content-Length") == "9" && !fields.contains("X-Old"))
    }

    @Test func itsFieldsAreOneLine() throws {
        let engine = try EngineHarness(Self.answering, modifier(#""headers": {"X-New": "a\r\nB: c"}"#))
        #expect(try plan(engine).response.headers.values("X-New") == ["a  B: c"])
    }

    /// Templates in its fields see the request, its own parameters and its own path variables.
    @Test func itsFieldsMayBeTemplates() throws {
        let fields = #""headers": {"X-New": "{{request.path.id}} {{parameters.a}}", "X-Old": "{{request.query.q}}"}"#
        let template = #"\#(fields), "transformers": ["response-template"], "transformerParameters": {"a": 7}"#
        let engine = try EngineHarness(
            Self.answering, #"{"priority": 1, "request": {"urlPathTemplate": "/{id}"}, "response": {"modify": {\#(template)}}}"#)
        let response = try plan(engine, "/a?q=1").response
        #expect(response.headers.values("X-New") == ["a 7"])
        #expect(response.headers.values("X-Old") == ["1"])
        #expect(response.body.length == 10)
        let plain = try plan(EngineHarness(Self.answering, modifier(fields)), "/a?q=1").response
        #expect(plain.headers.values("X-Old") == ["{{request.query.q}}"])
    }

    @Test func aTemplateOfItThatFailsIsA500() throws {
        let fields = #""headers": {"X": "{{math 1 '/' (math 0 '+' 0)}}"}, "transformers": ["response-template"]"#
        let engine = try EngineHarness(Self.answering, modifier(fields, priority: 1, #""name": "m", "#))
        let response = try plan(engine).response
        #expect(response.status == 500)
        #expect(!response.headers.contains("ETag"))
        let entry = try #require(engine.engine.lastEntry)
        let reasons = entry.details.subEvents.compactMap(\.message)
        #expect(reasons.count == 1 && reasons[0].contains(#"the stub "m""#) && reasons[0].contains("/ by zero"), "\(reasons)")
    }

    /// A part of a file with the status of an error is no part any more.
    @Test(arguments: [(206, "bytes 0-3/50"), (304, nil), (500, nil)] as [(Int, String?)])
    func theRangeGoesWithItsStatus(status: Int, range: String?) throws {
        let answer = #"{"status": 206, "body": "0123", "headers": {"Content-Range": "bytes 0-3/50"}}"#
        let part = #"{"request": {"urlPath": "/a"}, "response": \#(answer)}"#
        let response = try plan(EngineHarness(part, modifier(#""status": \#(status), "headers": {"X-New": "a"}"#))).response
        #expect(response.status == status)
        #expect(response.headers.first("Content-Range") == range)
        let own = try plan(EngineHarness(part, modifier(#""status": \#(status), "headers": {"Content-Range": "x"}"#))).response
        #expect(own.headers.values("Content-Range") == ["x"])
    }

    /// A file that has changed or is read in parts, as far as the request asks for that.
    private final class File: ContentSource {
        func filePath(for request: Request) -> String? { "__files/a.txt" }
        func content(for request: Request, in session: Session) -> Content {
            let status = request.hasConditions ? 304 : request.firstHeaderIndex("Range") == nil ? 200 : 206
            return .found(WirePlan(Response(status: status, body: status == 304 ? .empty : .bytes(Array("0123".utf8)))))
        }
    }

    /// With a status of its own the response is not the one to the request's conditions and ranges.
    @Test(arguments: [
        (#""status": 500"#, "If-None-Match", 500, 4), (#""status": 200"#, "range", 200, 4), (#""status": 304"#, "If-None-Match", 304, 0),
        (#""status": 206"#, "Range", 206, 4), (#""headers": {"X": "1"}"#, "if-modified-since", 304, 0),
    ])
    func aStatusOfItsOwnIsThatOfTheWholeFile(modify: String, field: String, status: Int, length: Int) throws {
        let engine = MockEngine.manual(contents: File())
        try engine.add(modifier(modify))
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/a.txt", headers: [(field, "x")])) else { throw Later() }
        #expect(plan.response.status == status)
        #expect(plan.response.body.length == length)
    }

    @Test func severalAddUpAndTheFirstThatSetsAThingWins() throws {
        let engine = try EngineHarness(
            Self.answering, modifier(#""status": 500, "fixedDelayMilliseconds": 1"#, priority: 2),
            modifier(#""fixedDelayMilliseconds": 7, "headers": {"X-New": "first"}"#, priority: 1),
            modifier(#""headers": {"X-New": "last", "X-More": "more"}"#, priority: 3))
        let plan = try plan(engine)
        #expect(plan.response.status == 500)
        #expect(plan.performance?.initialDelay == .milliseconds(7))
        #expect(plan.response.headers.first("X-New") == "first")
        #expect(plan.response.headers.first("X-More") == "more")
        #expect(plan.response.headers.first("Matched-Stub-Name") == "page")
        let entry = try #require(engine.engine.lastEntry)
        #expect(entry.details.modifiers.count == 3)
        #expect(entry.stub?.mapping.name == "page")
        #expect(engine.engine.session.unusedStubs.isEmpty)
    }

    @Test func aMissStaysAMiss() throws {
        let engine = try EngineHarness(modifier(#""status": 200, "fixedDelayMilliseconds": 800"#))
        let plan = try plan(engine)
        #expect(plan.response.status == 404)
        #expect(plan.performance == nil)
        #expect(engine.engine.lastEntry?.wasMatched == false)
    }

    @Test func anExpectationCountsAModifierOnlyWhenThereIsAResponse() throws {
        let engine = try EngineHarness(modifier(#""status": 201"#, priority: 1, #""name": "m", "expect": {"count": 1}, "#))
        let session = engine.engine.session
        func count() -> Int? { session.ledger.judge(session.stubs, ownsFixtures: true).first?.count }
        _ = try plan(engine)
        #expect(count() == 0)
        try engine.add(Self.answering)
        _ = try plan(engine)
        #expect(count() == 1)
    }

    /// A source with the same for every request.
    private final class Source: ContentSource {
        private let found: Content
        init(_ found: Content) { self.found = found }
        func content(for request: Request, in session: Session) -> Content { found }
    }

    /// A 500 of the source's own is not modified.
    @Test func anExpectationCountsAModifierOverContentThatItChanges() throws {
        let plan = WirePlan(.text(404, ""))
        let contents: [(Content, Int)] = [
            (.found(plan), 1), (.changed(plan, event: { .null }), 1), (.missing(plan, ContentAbsence(file: "a")), 1),
            (.refused(plan, reason: "no"), 1), (.failed(plan, reason: "broken"), 0), (.none, 0),
        ]
        for (content, count) in contents {
            var environment = EngineEnvironment()
            environment.contents = Source(content)
            let engine = MockEngine(environment, .manual())
            let session = engine.session
            let stub = modifier(#""status": 201"#, priority: 1, #""name": "m", "expect": {"count": 1}, "#)
            session.add(try EngineHarness.compile(stub, in: engine))
            _ = session.respond(to: Request(target: "/a"))
            #expect(session.ledger.judge(session.stubs, ownsFixtures: true).first?.count == count, "\(content)")
        }
    }

    /// On the wire's worker nothing is rendered that may take long.
    @Test func itsTemplatesAreRenderedOnTheWorkPool() throws {
        let work = LateWork()
        var environment = EngineEnvironment()
        environment.work = work
        let engine = MockEngine(environment, .manual())
        let template = #""headers": {"X-New": "{{request.method}}"}, "transformers": ["response-template"]"#
        for stub in [Self.answering, modifier(template)] { try engine.add(stub) }
        guard case .later(let deferred) = engine.session.respond(to: Request(target: "/a")) else {
            Issue.record("not on the pool")
            return
        }
        work.run()
        #expect(deferred.abandon()?.response.headers.values("X-New") == ["GET"])
    }

    @Test func aSequenceMayModifyAtFirstAndThenLeaveItAlone() throws {
        let engine = try EngineHarness(
            Self.answering,
            #"{"priority": 1, "request": {"urlPath": "/a"}, "responses": [{"modify": {"status": 503}}, {"modify": {"status": 500}}], "repeat": "once"}"#
        )
        #expect(try (0..<4).map { _ in try plan(engine).response.status } == [503, 500, 200, 200])
        engine.engine.session.resetScenarios()
        #expect(try plan(engine).response.status == 503)
    }

    @Test func aStubMayAnswerAtFirstAndModifyThen() throws {
        let engine = try EngineHarness(
            Self.answering,
            #"{"priority": 1, "request": {"urlPath": "/a"}, "responses": [{"status": 401}, {"modify": {"fixedDelayMilliseconds": 9}}]}"#)
        #expect(try plan(engine).response.status == 401)
        let plan = try plan(engine)
        #expect(plan.response.status == 200 && plan.performance?.initialDelay == .milliseconds(9))
    }

    @Test func aScenarioSwitchesAModifier() throws {
        let engine = try EngineHarness(
            Self.answering,
            modifier(
                #""status": 429"#, priority: 1,
                #""scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "over", "#))
        #expect(try (0..<2).map { _ in try plan(engine).response.status } == [429, 200])
    }

    @Test func countedFaultsOfAModifierAreItsOwn() throws {
        let engine = try EngineHarness(
            Self.answering, modifier(#""fault": {"effect": "reset", "at": "beforeHeaders", "count": 2}"#))
        #expect(try (0..<3).map { _ in try plan(engine).performance?.fault != nil } == [true, true, false])
    }

    @Test func aModifierBreaksUploadsToAnotherStub() throws {
        let engine = try EngineHarness(
            #"{"request": {"urlPath": "/a", "bodyPatterns": [{"contains": "x"}]}, "response": {"status": 201}}"#,
            modifier(#""fault": {"effect": "close", "at": "requestBody", "count": 1}"#))
        let head = Request(method: "POST", target: "/a", headers: [("Content-Length", "100")])
        guard case .breakBody(let bytes, .close, _) = engine.engine.session.admit(head) else {
            Issue.record("not broken")
            return
        }
        #expect(bytes == 50)
        guard case .receive = engine.engine.session.admit(head) else {
            Issue.record("broken twice")
            return
        }
    }

    @Test(arguments: [
        (#"{"response": {"modify": {"body": "x"}}, "request": {"url": "/a"}}"#, "unknown field \"body\""),
        (#"{"response": {"modify": {"status": 503}, "body": "x"}, "request": {"url": "/a"}}"#, "\"modify\" stands alone"),
        (#"{"response": {"modify": {"status": 503}, "headers": {}}, "request": {"url": "/a"}}"#, "Put it into \"modify\""),
        (#"{"response": {"modify": {}, "transformers": []}, "request": {"url": "/a"}}"#, "Put it into \"modify\""),
        (#"{"response": {"modify": {}, "proxyBaseUrl": "http://a"}, "request": {"url": "/a"}}"#, "\"modify\" stands alone"),
        (#"{"response": {"modify": 5}, "request": {"url": "/a"}}"#, "expected an object"),
        (#"{"response": {"modify": {"status": 99}}, "request": {"url": "/a"}}"#, "in 200…999"),
    ]) func mistakesAreTold(mapping: String, sentence: String) throws {
        let problems = try EngineHarness().problems(mapping)
        #expect(problems.contains { $0.contains(sentence) }, "\(problems)")
    }
}
