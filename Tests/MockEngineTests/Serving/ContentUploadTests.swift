import HTTPMessage
import JSONDocument
import LinkModel
import S3Dialect
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Bodies that a source of content takes while they arrive, on the S3 listener.
@Suite struct ContentUploadTests {
    private final class Upload: ContentUpload {
        let maximumBytes: Int? = 5_000
        let isRefused: Bool
        let fields = Mutex<PostFormSummary?>(nil)
        var form: PostFormSummary? { fields.withLock { $0 } }
        let completion = Mutex<(@Sendable (RequestBody) -> Void)?>(nil)

        init(isRefused: Bool) { self.isRefused = isRefused }

        func take(_ piece: RawSpan, wake: @escaping @Sendable () -> Void) -> BodySinkStep { .more }
        func abandoned() {}
        func finish(_ body: @escaping @Sendable (RequestBody) -> Void) { completion.withLock { $0 = body } }
        /// What the pool does in the end.
        func end(_ body: String) { completion.withLock { $0 }?(.bytes(Array(body.utf8))) }
    }

    /// Takes every body, or refuses it.
    private final class Bucket: ContentSource {
        let refuses = Mutex(false)
        let uploads = Mutex<[Upload]>([])
        /// The bodies with which content was asked for.
        let stored = Mutex<[String]>([])

        func content(for request: Request, in session: Session) -> Content { .found(WirePlan(.text(200, "kept \(request.body.count)"))) }

        func upload(for head: Request, in session: Session) -> (any ContentUpload)? {
            let upload = Upload(isRefused: refuses.withLock { $0 })
            uploads.withLock { $0.append(upload) }
            return upload
        }

        func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content {
            if upload.isRefused { return .found(WirePlan(.text(403, "refused"))) }
            stored.withLock { $0.append(String(decoding: (try? request.body.bytes()) ?? [], as: UTF8.self)) }
            return .found(WirePlan(.text(200, "stored")))
        }
    }

    private let bucket = Bucket()
    private let engine: MockEngine
    private var session: Session { engine.session }

    init() {
        engine = MockEngine.manual(contents: bucket)
    }

    private func add(_ request: String, _ response: String) throws {
        try engine.add(#"{"request": {"listener": "s3", \#(request)}, "response": \#(response)}"#)
    }

    private func head(_ fields: HeaderFields = [("Content-Length", "5")], on listener: ListenerName = .s3) -> Request {
        Request(method: "PUT", target: "/b/k", headers: fields, arrival: Arrival(listener: listener))
    }

    /// The admission of an upload to the bucket; nil if the wire keeps the body.
    private func streamed(_ head: Request) -> (upload: Upload, admitted: any AdmittedRequest)? {
        guard case .stream(let sink, maximumBytes: 5_000, let admitted?, _) = session.admit(head), let upload = sink as? Upload else {
            return nil
        }
        return (upload, admitted)
    }

    /// The response to a streamed upload of that body.
    private func response(to head: Request, _ body: String) throws -> WirePlan {
        let (upload, admitted) = try #require(streamed(head))
        let plan = Mutex<WirePlan?>(nil)
        guard case .later(let deferred) = session.respond(to: head, admitted: admitted) else { throw FakeWire.ComesLater() }
        deferred.whenFulfilled { made in
            plan.withLock { $0 = made }
            return true
        }
        #expect(plan.withLock { $0 == nil })
        upload.end(body)
        return try #require(plan.withLock { $0 })
    }

    private var entry: JournalEntry? { engine.lastEntry }

    @Test func aSourceTakesTheBodyAndResponds() throws {
        let plan = try response(to: head(), "hello")
        #expect(plan.response.status == 200)
        #expect(bucket.stored.withLock { $0 } == ["hello"])
        #expect(try entry?.request.body.bytes() == Array("hello".utf8))
        #expect(plan.ticket != nil)
    }

    @Test func otherListenersKeepTheirBodies() {
        for listener in [ListenerName.http, .https, .admin] { #expect(streamed(head(on: listener)) == nil) }
        #expect(bucket.uploads.withLock { $0.isEmpty })
    }

    @Test func aStubThatMatchesTheHeadKeepsTheBody() throws {
        try add(#""method": "PUT""#, #"{"status": 503}"#)
        #expect(streamed(head()) == nil)
        #expect(bucket.uploads.withLock { $0.isEmpty })
    }

    /// The stub may match when the body is there.
    @Test func aStubThatExaminesTheBodyKeepsIt() throws {
        try add(#""bodyPatterns": [{"contains": "x"}]"#, #"{"status": 503}"#)
        #expect(streamed(head()) == nil)
        var whole = head()
        whole.body = .bytes(Array("hello".utf8))
        guard case .plan(let plan) = session.respond(to: whole) else { throw FakeWire.ComesLater() }
        #expect(plan.response.status == 200)
    }

    @Test func theStubsOfTheHeadCount() throws {
        let (upload, admitted) = try #require(streamed(head()))
        try add(#""method": "PUT""#, #"{"status": 503}"#)
        guard case .later(let deferred) = session.respond(to: head(), admitted: admitted) else { throw FakeWire.ComesLater() }
        upload.end("hello")
        let status = Mutex(0)
        deferred.whenFulfilled { plan in
            status.withLock { $0 = plan.response.status }
            return true
        }
        #expect(status.withLock { $0 } == 200)
    }

    @Test func aModifierAppliesToAnUpload() throws {
        try add(#""method": "PUT""#, #"{"modify": {"status": 503, "fixedDelayMilliseconds": 20}}"#)
        let plan = try response(to: head(), "hello")
        #expect(plan.response.status == 503)
        #expect(bucket.stored.withLock { $0 } == ["hello"])
        #expect(entry?.details.modifiers.count == 1)
    }

    @Test(arguments: [false, true]) func aModifiersNetworkIsThatOfTheUpload(isOnLink: Bool) throws {
        if isOnLink { session.network = LinkProfile(up: LinkDirection(bitsPerSecond: 800_000_000)) }
        try add(#""method": "PUT""#, #"{"modify": {"network": {"upKilobitsPerSecond": 80}}}"#)
        guard case .stream(let sink, _, let admitted, let regulator?) = session.admit(head([("Content-Length", "50000")])) else {
            Issue.record("not regulated")
            return
        }
        // 10,000 bytes take a second.
        let moment = try #require(regulator.resumption(after: 10_000) {})
        #expect(moment - session.clock.uptime.wholeNanoseconds > 900_000_000)
        let made = Mutex<WirePlan?>(nil)
        guard case .later(let deferred) = session.respond(to: head(), admitted: admitted) else { throw FakeWire.ComesLater() }
        deferred.whenFulfilled { plan in
            made.withLock { $0 = plan }
            return true
        }
        (sink as? Upload)?.end("hello")
        #expect(made.withLock { $0?.performance?.regulator } != nil)
        #expect(entry?.details.flow != nil)
    }

    @Test func aNetworkThatIsOffFreesTheUploadOfTheSessionsLink() throws {
        session.network = LinkProfile(up: LinkDirection(bitsPerSecond: 80_000))
        try add(#""method": "PUT""#, #"{"modify": {"network": "off"}}"#)
        guard case .stream(_, _, _, nil) = session.admit(head()) else {
            Issue.record("regulated")
            return
        }
    }

    @Test func aSequenceFailsTwiceAndThenStores() throws {
        try engine.add(#"{"request": {"listener": "s3"}, "responses": [{"status": 503}, {"status": 500}], "repeat": "once"}"#)
        for status in [503, 500] {
            #expect(streamed(head()) == nil)
            guard case .plan(let plan) = session.respond(to: head()) else { throw FakeWire.ComesLater() }
            #expect(plan.response.status == status)
        }
        #expect(try response(to: head(), "hello").response.status == 200)
    }

    @Test func aFaultInTheUploadComesFirst() throws {
        try add(#""method": "PUT""#, #"{"modify": {"fault": {"effect": "reset", "at": "requestBody"}}}"#)
        guard case .breakBody(_, .reset, _) = session.admit(head()) else {
            Issue.record("not broken")
            return
        }
        #expect(bucket.uploads.withLock { $0.isEmpty })
    }

    @Test func aFaultThatIsNotDrawnLetsTheBodyThrough() throws {
        try add(#""method": "PUT""#, #"{"modify": {"fault": {"effect": "reset", "at": "requestBody", "count": 1}}}"#)
        guard case .breakBody = session.admit(head()) else {
            Issue.record("not broken")
            return
        }
        #expect(try response(to: head(), "hello").response.status == 200)
        #expect(bucket.stored.withLock { $0 } == ["hello"])
    }

    // MARK: Forms

    private func formHead(length: Int) -> Request {
        Request(
            method: "POST", target: "/b",
            headers: [("Content-Type", "multipart/form-data; boundary=x"), ("Content-Length", "\(length)")], arrival: Arrival(listener: .s3)
        )
    }

    private static func form(key: String, file length: Int) -> [UInt8] {
        let fields = [("key", key), ("x-amz-credential", "AKID/20270115/us-east-1/s3/aws4_request")]
        let parts = fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
        let file = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\n\r\n"
        return Array((parts + file).utf8) + [UInt8](repeating: 97, count: length) + Array("\r\n--x--\r\n".utf8)
    }

    private func condition(_ s3: String) throws -> JournalCondition {
        let document = try JSONDocument.parse(Array(#"{"s3": \#(s3)}"#.utf8), name: "pattern")
        let report = ProblemReport(document)
        return try #require(
            RequestPattern.decode(document.root, report).flatMap { JournalCondition($0, engine.environment.matchers, report) })
    }

    private func verdict(_ s3: String) throws -> JournalCount.Verdict {
        let entry = try #require(entry)
        return try condition(s3).verdict(on: entry, at: entry.arrivedAt, within: ComparisonBudget(.standard))
    }

    private static let known = #"{"operation": "PostObject", "key": "up/f.txt", "accessKey": "AKID", "signature": "AWS4-HMAC-SHA256 form"}"#

    /// The source keeps the file of a long form, and tells of the fields.
    @Test func whatAnUploadFormSaysIsInItsEntry() throws {
        let head = formHead(length: 100_000)
        let found = Mutex<Int?>(nil)
        _ = session.watch.wait(for: try condition(Self.known), count: 1) { told in found.withLock { $0 = told?.entries.count } }
        let (upload, admitted) = try #require(streamed(head))
        upload.fields.withLock {
            $0 = PostFormSummary(
                PostFields([("key", "up/${filename}"), ("x-amz-credential", "AKID/20270115/us-east-1/s3/aws4_request")], fileName: "f.txt"))
        }
        guard case .later = session.respond(to: head, admitted: admitted) else { throw FakeWire.ComesLater() }
        upload.end("only the file")
        #expect(found.withLock { $0 } == 1)
        #expect(try verdict(Self.known) == .matches)
        #expect(try verdict(#"{"key": "other"}"#) == .differs)
        #expect(try verdict(#"{"accessKey": {"absent": true}}"#) == .differs)
        let shown = try LoggedRequest(#require(entry)).json.object?["s3"]
        #expect(
            shown == [
                "operation": "PostObject", "bucket": "b", "key": "up/f.txt", "accessKey": "AKID", "signature": "AWS4-HMAC-SHA256 form",
            ])
    }

    /// The wire keeps a form to which a stub responds; the journal only the beginning of what it says.
    @Test(arguments: [5, 60_000, 70_000, 700_000]) func whatALongFormSaysIsInItsEntry(length: Int) throws {
        try add(#""method": "POST""#, #"{"status": 503}"#)
        let body = Self.form(key: "up/${filename}", file: length)
        var whole = formHead(length: body.count)
        whole.body = .bytes(body)
        let found = Mutex<Int?>(nil)
        _ = session.watch.wait(for: try condition(Self.known), count: 1) { told in found.withLock { $0 = told?.entries.count } }
        guard case .plan = session.respond(to: whole) else { throw FakeWire.ComesLater() }
        #expect(found.withLock { $0 } == 1)
        #expect(try verdict(Self.known) == .matches)
        #expect(try verdict(#"{"key": "other"}"#) == .differs)
        #expect((entry?.bodyDigest != nil) == (body.count > session.journal.settings.bodyLimit))
    }

    /// Nobody knows the key then, so that a condition on it can neither be met nor be missed.
    @Test func whatAFormSaysThatWasNotReceivedIsUndecided() throws {
        try engine.add(#"{"request": {"s3": {}}, "response": {"s3Error": "SlowDown"}}"#)
        let head = formHead(length: 2_000_000)
        let waiting = session.watch.wait(for: try condition(#"{"key": "a"}"#), count: 1) { _ in Issue.record("told") }
        guard case .refuse = session.admit(head) else {
            Issue.record("not refused")
            return
        }
        #expect(session.watch.stopWaiting(waiting)?().unknownCount == 1)
        for pattern in [#"{"key": "a"}"#, #"{"accessKey": "a"}"#, #"{"bucket": "b", "signature": {"absent": true}}"#] {
            #expect(try verdict(pattern) == .undecided)
        }
        #expect(try verdict(#"{"bucket": "other", "key": "a"}"#) == .differs)
        #expect(try verdict(#"{"operation": "PutObject", "key": "a"}"#) == .differs)
        #expect(try verdict(#"{"operation": "PostObject", "bucket": "b"}"#) == .matches)
        let keyed = try condition(#"{"key": "a"}"#)
        let count = try session.journal.count { entry throws(ComparisonStop) in
            try keyed.verdict(on: entry, at: entry.arrivedAt, within: ComparisonBudget(.standard))
        }
        #expect(count.refusal?.contains("too long to keep or not received") == true)
    }

    // MARK: Refusals

    @Test(
        arguments: [
            [("Content-Length", "5"), ("Expect", "100-Continue")], [("Content-Length", "1048577")], [("Transfer-Encoding", "chunked")],
        ] as [HeaderFields])
    func aRefusalComesBeforeTheBodyIfTheClientWaitsOrHasMuch(fields: HeaderFields) throws {
        bucket.refuses.withLock { $0 = true }
        guard case .refuse(let plan) = session.admit(head(fields)) else {
            Issue.record("not refused")
            return
        }
        #expect(plan.response.status == 403)
        #expect(plan.ticket != nil)
        #expect(entry?.response.status == 403)
    }

    @Test func anErrorOfS3ComesBeforeALongBodyAndOtherResponsesBehindIt() throws {
        try engine.add(#"{"request": {"s3": {}}, "responses": [{"s3Error": "SlowDown"}, {"status": 418}, {"s3Error": "SlowDown"}]}"#)
        let long = head([("Content-Length", "2000000")])
        guard case .refuse(let plan) = session.admit(long) else {
            Issue.record("not refused")
            return
        }
        #expect(plan.response.status == 503)
        #expect(entry?.response.status == 503)
        guard case .receive = session.admit(long), case .plan(let second) = session.respond(to: long) else {
            Issue.record("not received")
            return
        }
        #expect(second.response.status == 418)
        guard case .receive = session.admit(head()), case .plan(let third) = session.respond(to: head()) else {
            Issue.record("not received")
            return
        }
        #expect(third.response.status == 503)
        #expect(bucket.stored.withLock { $0.isEmpty })
    }

    @Test func anotherRefusalComesBehindTheBodySoThatTheConnectionStays() throws {
        bucket.refuses.withLock { $0 = true }
        #expect(try response(to: head(), "").response.status == 403)
        #expect(bucket.stored.withLock { $0.isEmpty })
    }

    @Test func aModifierAppliesToARefusalToo() throws {
        bucket.refuses.withLock { $0 = true }
        try add(#""method": "PUT""#, #"{"modify": {"fixedDelayMilliseconds": 20, "status": 418}}"#)
        guard case .refuse(let plan) = session.admit(head([("Content-Length", "2000000")])) else {
            Issue.record("not refused")
            return
        }
        #expect(plan.response.status == 418)
        #expect(entry?.details.modifiers.count == 1)
    }

    @Test func anUploadIsReadAtTheRateOfTheLink() throws {
        session.network = try #require(.named("Edge"))
        guard case .stream(_, _, _, let regulator) = session.admit(head()) else {
            Issue.record("not streamed")
            return
        }
        #expect(regulator != nil)
    }
}
