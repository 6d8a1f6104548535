import AdminAPI
import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct AccessLogTests {
    private let recorded = RecordedLog()
    /// The server's own session.
    private let own = SessionIdentity()
    private let arrival = Arrival(listener: .http, localAddress: "127.0.0.1", localPort: 8080)

    private func log(isOn: Bool = true) -> AccessLog { AccessLog(log: recorded.logger, isOn: isOn) }

    @Test func aMissNamesItsSession() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(ManualClock()))
        var definition = SessionDefinition()
        definition.name = "an empty\nfeed"
        let session = try engine.openSession(definition).identity
        log().missed(MissReport(request: Request(target: "/a"), candidates: []), in: session)
        log().missed(Request(target: "/b"), ContentAbsence(), in: session)
        let place = #"in session \#(session.id) ("an empty\nfeed")."#
        #expect(recorded.lines[0].hasPrefix("warning: nothing answered GET /a \(place)"), "\(recorded.lines)")
        #expect(recorded.lines[1].hasPrefix("warning: nothing answered GET /b \(place)"), "\(recorded.lines)")
    }

    @Test func aMissIsOneLineWhateverTheClientSends() {
        log().missed(MissReport(request: Request(target: "/a\u{1B}[2J\n\u{202E}"), candidates: []), in: own)
        #expect(recorded.lines.count == 1)
        #expect(recorded.lines[0].hasPrefix(#"warning: nothing answered GET /a\u{1B}[2J\n\u{202E}."#))
        #expect(recorded.lines[0].unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }

    @Test func signaturesAreLeftOut() {
        let target = "/a?X-Amz-Signature=abc&x=1&X-Amz-Security-Token=def&Signature=ghi"
        log().missed(MissReport(request: Request(target: target), candidates: []), in: own)
        log().refused(Request(target: target), 403, "No")
        let shown = "GET /a?X-Amz-Signature=[redacted]&x=1&X-Amz-Security-Token=[redacted]&Signature=[redacted]"
        #expect(recorded.lines.allSatisfy { $0.contains(shown) } && recorded.lines.count == 2, "\(recorded.lines)")
    }

    /// Also where a sentence about the miss has the URL or the value again.
    @Test(arguments: [
        #"{"url": "/a?token=OTHER"}"#, #"{"urlPath": "/a", "queryParameters": {"token": {"equalTo": "1"}}}"#,
        #"{"urlPath": "/a", "queryParameters": {"token": {"equalTo": "secret"}}}"#,
        #"{"urlPath": "/a", "headers": {"Authorization": {"equalTo": "bearer secret"}}}"#, #"{"url": "/a"}"#,
        #"{"url": "/A?token=SECRET"}"#,
    ])
    func tokensAreLeftOutOfWhatIsSaidOfAMiss(pattern: String) throws {
        var environment = EngineEnvironment()
        environment.observer = AccessLog(log: recorded.logger, isOn: true)
        let engine = MockEngine(environment, .manual(ManualClock()))
        let document = try JSONDocument.parse(Array(#"{"name": "n", "request": \#(pattern)}"#.utf8), name: "a.json")
        let report = ProblemReport(document)
        let mapping = try #require(StubMapping.decode(document.root, report))
        engine.loadFixtures([try #require(engine.compile(mapping, report))])
        _ = engine.session.respond(
            to: Request(target: "/a?token=SECRET", headers: [("Authorization", "Bearer SECRET")], arrival: arrival))
        let line = try #require(recorded.lines.first)
        #expect(line.hasPrefix("warning: nothing answered GET /a?token=[redacted]. ") && line.contains("the stub"), "\(line)")
        #expect(!line.contains("SECRET") && !line.contains("secret") && !line.contains("OTHER"), "\(line)")
    }

    @Test func aStrictSessionThatEndsUnusedAndIsNotOKIsTold() throws {
        let clock = ManualClock()
        var environment = EngineEnvironment()
        environment.observer = log()
        let engine = MockEngine(environment, .manual(clock))
        var definition = SessionDefinition()
        definition.isStrict = true
        definition.timeToLive = .seconds(1)
        definition.name = "feed"
        let missing = try engine.openSession(definition)
        _ = missing.respond(to: Request(target: "/none"))
        definition.name = "clean"
        _ = try engine.openSession(definition)
        let before = recorded.lines.count
        clock.advance(by: .seconds(5))
        #expect(engine.openSessions.isEmpty)
        #expect(
            recorded.lines.dropFirst(before) == [
                """
                warning: the session "feed" was not ok, and has ended because it was not used: \
                1 unmatched, 0 failed responses, 0 expectations not met. A test that closes it gets its report: DELETE /__admin/sessions/<id>
                """
            ])
    }

    @Test func aPreflightIsInTheLogAndTheMetricsAndInNoJournal() {
        var environment = EngineEnvironment()
        environment.observer = log()
        environment.filters.allowsOrigins = true
        let engine = MockEngine(environment, .manual(ManualClock()))
        let headers: HeaderFields = [("Origin", "http://page.test"), ("Access-Control-Request-Method", "PUT")]
        let reply = engine.session.respond(to: Request(method: "OPTIONS", target: "/a", headers: headers, arrival: arrival))
        guard case .plan(let plan) = reply, let ticket = plan.ticket else {
            Issue.record("no plan with a ticket")
            return
        }
        engine.finished(ticket, ExchangeOutcome(ending: .performed, status: 200))
        #expect(recorded.lines.filter { $0.hasPrefix("info") } == ["info: http OPTIONS /a 200 0 B 0.0 ms preflight outcome=sent"])
        #expect(engine.environment.tally.count(.preflight) == 1)
        #expect(JournalQuery().run(on: engine.session.journal).entries.isEmpty)
    }

    @Test func anUnknownSessionIsLoggedWithItsPrefix() {
        var request = Request(target: "/__session/abc/counter")
        request.takePrefix("/__session/abc".utf8.count)
        let log = log()
        log.foundNoSession(for: request, .unknown("abc"))
        #expect(log.counts.lostRequests == 1 && log.counts.unmatched == 0)
        #expect(
            recorded.lines[0].hasPrefix(#"warning: nothing answered GET /__session/abc/counter. There is no session "abc""#),
            "\(recorded.lines)")
    }

    @Test(arguments: [
        ("/__session/abc/a", [] as HeaderFields, #"reason="There is no session \"abc\"""#),
        ("/a", [("X-Understudy-Session", "")] as HeaderFields, #"reason="The field X-Understudy-Session is empty"#),
        ("/a", [("baggage", "understudy-session=")] as HeaderFields, #"reason="The session's id is missing after understudy-session= in"#),
    ]) func aRequestWithoutASessionHasALine(target: String, headers: HeaderFields, reason: String) throws {
        let engine = MockEngine(EngineEnvironment(), .manual(ManualClock()))
        let door = FrontDoor(engine: engine, admin: AdminAPI(engine: engine), observer: log())
        let request = Request(target: target, headers: headers, arrival: arrival)
        guard case .plan(let plan) = door.respond(to: request, admitted: nil) else {
            Issue.record("no plan")
            return
        }
        door.finished(try #require(plan.ticket), ExchangeOutcome(ending: .performed, bodyBytes: 9, status: plan.response.status))
        let line = try #require(recorded.lines.last)
        #expect(line.hasPrefix("info: http GET \(target) 404 9 B 0.0 ms refused \(reason)") && line.hasSuffix("outcome=sent"), "\(line)")
    }

    @Test func aLongTargetIsCut() {
        log().missed(MissReport(request: Request(target: "/" + String(repeating: "x", count: 9_000)), candidates: []), in: own)
        #expect(recorded.lines[0].utf8.count < 400)
        #expect(recorded.lines[0].hasSuffix("xxx…"))
    }

    @Test func aMissingObjectNamesItsFileAndANearBucket() {
        let s3 = Arrival(listener: .s3)
        log().missed(
            Request(target: "/pose/1.jpg", arrival: s3),
            ContentAbsence(file: "s3/pose/1.jpg", hint: "There is a bucket \"poses\"."), in: own)
        log().missed(Request(target: "/poses/\n1.jpg", arrival: s3), ContentAbsence(file: "s3/poses/\n1.jpg"), in: own)
        #expect(
            recorded.lines == [
                "warning: nothing answered GET /pose/1.jpg on the S3 listener. s3/pose/1.jpg would have answered. There is a bucket \"poses\".",
                #"warning: nothing answered GET /poses/\n1.jpg on the S3 listener. s3/poses/\n1.jpg would have answered."#,
            ])
    }

    @Test func aProbeIsNothingToWarnOf() {
        log().missed(
            Request(method: "HEAD", target: "/poses/1.jpg", arrival: Arrival(listener: .s3)),
            ContentAbsence(file: "s3/poses/1.jpg", isProbe: true), in: own)
        #expect(recorded.lines.first?.hasPrefix("info: nothing answered HEAD /poses/1.jpg") == true, "\(recorded.lines)")
    }

    @Test func ourOwn500HasAReasonOfOneLine() {
        log(isOn: false).failed(Request(target: "/api/x"), "the body file \"a.json\" does not compile as a template: line 2\n")
        log(isOn: false).webhookFailed(to: "http://127.0.0.1:18098/done", "\(UpstreamError.denied("127.0.0.1:18098"))")
        log(isOn: false).webhookFailed(to: nil, "a\nb")
        #expect(recorded.lines.count == 3)
        #expect(recorded.lines[0] == "error: GET /api/x got a 500: the body file \"a.json\" does not compile as a template: line 2")
        #expect(recorded.lines[1].hasPrefix("error: a webhook to http://127.0.0.1:18098/done failed: "))
        #expect(recorded.lines[1].hasSuffix("Start with --allow-proxy-targets 127.0.0.1:18098 to allow it."))
        #expect(recorded.lines[2] == #"error: a webhook failed: a\nb"#)
    }

    @Test func aRefusedRequestHasItsReasonAndTheTimeItTook() {
        let request = Request(method: "", target: "/p", arrival: arrival)
        let log = log()
        log.refused(WireRefusal(.malformed, request, status: 400, reason: "No HTTP.", sentBytes: 9, duration: .milliseconds(2)), in: nil)
        log.refused(WireRefusal(.headTimeout, Request(method: "", target: "", arrival: arrival), status: 408, reason: "Too slow."), in: nil)
        #expect(
            recorded.lines == [
                "info: http - /p 400 9 B 2.0 ms refused reason=\"No HTTP.\" outcome=sent",
                "info: http - - 408 0 B - ms refused reason=\"Too slow.\" outcome=timed-out",
            ])
    }

    @Test func aRefusedRequestOfASessionIsUnmatched() {
        let log = log(isOn: false)
        let request = Request(method: "POST", target: "/p", arrival: arrival)
        log.refused(WireRefusal(.brokenOff, request, status: 0, reason: "It ended."), in: own)
        log.refused(WireRefusal(.bodyTooLong, request, status: 413, reason: "Too long."), in: nil)
        #expect(log.counts.unmatched == 0)
        log.refused(WireRefusal(.bodyTooLong, request, status: 413, reason: "Too long."), in: own)
        #expect(log.counts.unmatched == 1)
    }

    @Test func aRequestThatWasNeverCompleteWasNotRefused() {
        let request = Request(method: "PUT", target: "/p", arrival: arrival)
        for cause in [WireRefusal.Cause.brokenOff, .cutOff] {
            log().refused(WireRefusal(cause, request, reason: "It ended.", duration: .milliseconds(3)), in: nil)
        }
        #expect(
            recorded.lines == [
                "info: http PUT /p - 0 B 3.0 ms outcome=client-left", "info: http PUT /p - 0 B 3.0 ms outcome=cut-off",
            ])
    }

    /// A source of content that has nothing for the icon that browsers ask for.
    private final class NoIcon: ContentSource {
        func content(for request: Request, in session: Session) -> Content { .found(WirePlan(Response(status: 404))) }
        func filePath(for request: Request) -> String? { nil }
        func existingPath(for request: Request) -> String? { nil }
    }

    @Test(arguments: [(200, "200"), (0, "-")]) func theLineHasTheStatusThatWasSentAndNoFileThatIsNotThere(sent: Int, shown: String) throws {
        var environment = EngineEnvironment()
        environment.observer = log()
        environment.contents = NoIcon()
        let engine = MockEngine(environment, .manual(ManualClock()))
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/favicon.ico", arrival: arrival)) else {
            Issue.record("no plan")
            return
        }
        engine.finished(try #require(plan.ticket), ExchangeOutcome(ending: .clientLeft, status: sent))
        #expect(recorded.lines.filter { $0.hasPrefix("info") } == ["info: http GET /favicon.ico \(shown) 0 B 0.0 ms outcome=client-left"])
    }

    @Test func aClientThatSpeaksTLSIsToldOfWithoutTheAccessLog() {
        log(isOn: false).refused(WireRefusal(.tls, Request(method: "", target: "", arrival: arrival)), in: nil)
        let other = Arrival(listener: .s3, localAddress: "::1", localPort: 9000)
        log(isOn: false).refused(WireRefusal(.http2, Request(method: "", target: "", arrival: other)), in: nil)
        log(isOn: false).refused(WireRefusal(.malformed, Request(method: "", target: "", arrival: arrival), status: 400), in: nil)
        #expect(
            recorded.lines == [
                "warning: a client spoke TLS to 127.0.0.1:8080, which is plain HTTP. Use http://.",
                "warning: a client spoke HTTP/2 to [::1]:9000, which is HTTP/1.1. Switch HTTP/2 off, or let the client ask for it.",
            ])
    }
}
