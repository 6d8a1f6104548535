import AdminAPI
import FileStore
import FixtureStore
import HTTPMessage
import JSONDocument
import MockEngine
import S3Service
import StubModel
import Synchronization
import TestSupport
import Testing
import WorkPool

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct FrontDoorTests {
    /// Another server that answers at once.
    private final class Upstream: UpstreamClient {
        private struct Call: UpstreamCall { func cancel() {} }

        func send(
            _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
        ) -> any UpstreamCall {
            completion(.success(.text(200, "theirs", headers: [("Access-Control-Allow-Origin", "http://theirs.test")])))
            return Call()
        }
    }

    private final class Observer: ExchangeObserver {
        let seen = Mutex<[String]>([])
        let wantsExchanges = true
        func finished(_ exchange: FinishedExchange) {
            seen.withLock { $0.append("\(exchange.request.target) \(exchange.status)") }
            files.withLock { $0.append(exchange.file) }
        }
        func missed(_ report: MissReport, in session: SessionIdentity) { seen.withLock { $0.append("\(report.request.target) missed") } }
        let absences = Mutex<[ContentAbsence]>([])
        func missed(_ request: Request, _ absence: ContentAbsence, in session: SessionIdentity) { absences.withLock { $0.append(absence) } }
        func failed(_ request: Request, _ reason: String) { seen.withLock { $0.append("\(request.target) failed: \(reason)") } }
        func webhookFailed(to url: String?, _ reason: String) { seen.withLock { $0.append("webhook failed") } }
        let files = Mutex<[String?]>([])
        func refused(_ refusal: WireRefusal, in session: SessionIdentity?) {
            let place = session.map { $0.id.isEmpty ? "here" : $0.id } ?? "nowhere"
            seen.withLock { $0.append("\(refusal.request.target) refused \(refusal.status) \(place)") }
        }
    }

    private let folder: TemporaryFolder
    private let observer = Observer()
    private let engine: MockEngine
    private let door: FrontDoor

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("__files/page.json", "{}")
        try folder.write("__files/pose/a b/index.html", "<p>")
        try folder.write("__files/large.bin", String(repeating: "x", count: FileStore.quickBytes + 1))
        try folder.write("s3/bucket/a.txt", "a")
        let mappings = """
            {"mappings": [
              {"request": {"urlPath": "/stub"}, "response": {"body": "mine"}},
              {"request": {"urlPath": "/open"}, "response": {"headers": {"Access-Control-Allow-Origin": "null"}}},
              {"request": {"urlPath": "/proxied"}, "response": {"proxyBaseUrl": "http://a.test"}},
              {"name": "picture", "request": {"urlPath": "/poses/slow.jpg", "listener": "s3"}},
              {"name": "upload", "request": {"method": "POST", "urlPath": "/api/upload"}},
              {"name": "rest", "request": {"urlPathPattern": "/rest/.*", "method": "DELETE"}}
            ]}
            """
        try folder.write("mappings/all.json", mappings)
        let fixtures = try FixtureFolder(folder.path)
        var environment = EngineEnvironment()
        environment.upstream = Upstream()
        environment.proxying.dropsOriginRules = true
        environment.observer = observer
        environment.filters.allowsOrigins = true
        environment.s3BaseURL = { _ in "http://h:9000" }
        environment.contents = Contents(
            files: FileContents(files: StaticFiles(fixtures), work: WorkPool()),
            objects: ObjectContents(service: S3Service(fixtures.store, settings: S3Settings(), work: WorkPool())))
        let engine = MockEngine(environment, .manual())
        engine.loadFixtures(fixtures.load { mapping, report in engine.compile(mapping, report) }.stubs)
        self.engine = engine
        door = FrontDoor(engine: engine, admin: AdminAPI(engine: engine))
    }

    /// The status, and what a page of another origin may do with the answer.
    private func ask(_ target: String, on listener: ListenerName = .http) -> (status: Int, allowed: [String]) {
        let request = Request(
            target: target, headers: [("Host", "h"), ("Origin", "http://page.test")], arrival: Arrival(listener: listener))
        let plan = Mutex<WirePlan?>(nil)
        switch door.respond(to: request, admitted: nil) {
        case .plan(let given): plan.withLock { $0 = given }
        case .later(let deferred):
            deferred.whenFulfilled { given in
                plan.withLock { $0 = given }
                return true
            }
        }
        return plan.withLock { plan in
            guard let plan else { return (0, []) }
            if let ticket = plan.ticket { door.finished(ticket, ExchangeOutcome(ending: .performed)) }
            let name = "Access-Control-Allow-Origin"
            return (plan.response.status, plan.ownFields.values(name) + plan.response.headers.values(name))
        }
    }

    @Test(arguments: [
        ("/stub", ListenerName.http, 200), ("/proxied", .http, 200), ("/page", .http, 200), ("/nothing", .http, 404),
        ("/bucket/a.txt", .s3, 200), ("/bucket/b.txt", .s3, 404),
    ])
    func everyResponseIsOpenToOtherOriginsAndLogged(target: String, listener: ListenerName, status: Int) {
        let answer = ask(target, on: listener)
        #expect(answer.status == status)
        #expect(answer.allowed == ["http://page.test"])
        #expect(observer.seen.withLock { $0 } == (target == "/nothing" ? ["/nothing missed"] : []) + ["\(target) \(status)"])
    }

    @Test func aStubThatSpeaksForItselfIsLeftAlone() { #expect(ask("/open").allowed == ["null"]) }

    @Test(arguments: [
        ("/page", ListenerName.http, "__files/page.json" as String?), ("/page.json?x", .http, "__files/page.json"),
        ("/pose/a%20b", .http, "__files/pose/a b/index.html"), ("/pose/a%20b/", .http, "__files/pose/a b/index.html"),
        ("/bucket/%61.txt", .s3, "s3/bucket/a.txt"), ("/bucket/b.txt", .s3, nil), ("/stub", .http, nil), ("/nothing", .http, nil),
    ])
    func theFileThatAnsweredIsTold(target: String, listener: ListenerName, file: String?) {
        _ = ask(target, on: listener)
        #expect(observer.files.withLock { $0 } == [file])
    }

    /// What the response's head says would help, and the body.
    private func miss(_ method: String, _ target: String, on listener: ListenerName) -> (hint: String?, page: String) {
        let request = Request(method: method, target: target, headers: [("Host", "h")], arrival: Arrival(listener: listener))
        guard case .plan(let plan) = door.respond(to: request, admitted: nil), case .bytes(let bytes) = plan.response.body else {
            return (nil, "")
        }
        let hint = plan.response.headers.first("X-Understudy-Hint") ?? plan.ownFields.first("X-Understudy-Hint")
        return (hint, String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: [
        ("/bucket/%61.txt?x=1", "s3/bucket/a.txt"),
        ("/poses/slow.jpg", "the stub \"picture\" at FOLDER/mappings/all.json:5:3"),
    ])
    func aMissNamesTheS3ListenerThatWouldAnswer(target: String, answering: String) {
        let answering = answering.replacing("FOLDER", with: folder.path)
        let (hint, page) = miss("GET", target, on: .http)
        let sentence = "the S3 listener answers it, with \(answering): ask http://h:9000 ({{s3.baseUrl}} in a template)."
        #expect(hint == sentence)
        #expect(page.contains("Perhaps:\n- \(sentence)\n"), "\(page)")
    }

    @Test(arguments: [("GET", "/bucket/b.txt"), ("POST", "/bucket/a.txt"), ("PUT", "/bucket/new.txt")])
    func aMissBelowABucketsNameNamesTheS3Listener(method: String, target: String) {
        let hint = miss(method, target, on: .http).hint
        #expect(hint == #"the S3 listener has a bucket "bucket": ask http://h:9000 ({{s3.baseUrl}} in a template)."#)
    }

    @Test(arguments: [
        ("/api/page", #"did you mean "/page"? It is __files/page.json."#),
        ("/mocks/x/page", #"did you mean "/page"? It is __files/page.json."#),
        ("/poses/a%20b/index", #"did you mean "/pose/a b/index.html"? It is __files/pose/a b/index.html."#),
    ])
    func aFileOfAShorterPathOrInAFolderOfNearlyTheSameNameIsNamed(target: String, told: String) {
        #expect(miss("GET", target, on: .http).hint == told)
    }

    /// The plan for a request, also one that is known later.
    private func plan(for request: Request) async -> WirePlan {
        await withCheckedContinuation { continuation in
            switch door.respond(to: request, admitted: nil) {
            case .plan(let plan): continuation.resume(returning: plan)
            case .later(let deferred):
                deferred.whenFulfilled { plan in
                    continuation.resume(returning: plan)
                    return true
                }
            }
        }
    }

    @Test(arguments: [("GET", 200), ("HEAD", 405), ("PUT", 405)]) func aDoubledSlashOnS3IsTold(method: String, status: Int) async {
        let request = Request(
            method: method, target: "//bucket/a.txt", headers: [("Host", "h"), ("Content-Length", "0")], arrival: Arrival(listener: .s3))
        let plan = await plan(for: request)
        #expect(plan.response.status == status)
        let told = "Only doubled slashes differ: s3/bucket/a.txt answers \"/bucket/a.txt\"."
        #expect(plan.ownFields.first("X-Understudy-Hint") == (status == 200 ? "It is the list of buckets. \(told)" : told))
    }

    @Test(arguments: [
        ("/s3/bucket/a.txt", "h", #"No bucket can have the name "s3". Did you mean "/bucket/a.txt"?"#),
        ("/bucket%2Fa.txt", "h", #"No bucket can have the name "bucket/a.txt". Did you mean "/bucket/a.txt"?"#),
        (
            "/a.txt", "bucket.s3.test:9000",
            #"The host names the bucket "bucket" only with --s3-base-domain s3.test. There is a bucket "bucket"."#
        ),
    ])
    func whatAWrongAddressMeansOnS3IsTold(target: String, host: String, told: String) async {
        let request = Request(target: target, headers: [("Host", host)], arrival: Arrival(listener: .s3))
        _ = await plan(for: request)
        #expect(observer.absences.withLock { $0.map(\.hint) } == [told])
    }

    @Test(arguments: [("GET", "/bucket"), ("GET", "/"), ("GET", "/poses/fast.jpg")])
    func aMissOnBothListenersNamesNone(method: String, target: String) {
        let (hint, page) = miss(method, target, on: .http)
        #expect(!page.isEmpty && !page.contains("S3 listener"))
        #expect(hint?.contains("S3 listener") != true)
    }

    @Test(arguments: [
        ("GET", "/pose/a%20b", "__files/pose/a b/index.html"),
        ("POST", "/api/upload", "the stub \"upload\" at FOLDER/mappings/all.json:6:3"),
        ("DELETE", "/rest/1", "the stub \"rest\" at FOLDER/mappings/all.json:7:3"),
    ])
    func aMissOnS3NamesTheHTTPListenerThatWouldAnswer(method: String, target: String, answering: String) {
        let sentence = "The HTTP listener answers it, with \(answering.replacing("FOLDER", with: folder.path)): ask that port."
        #expect(miss(method, target, on: .s3).hint == sentence)
        #expect(observer.absences.withLock { $0.map(\.hint) } == [sentence])
    }

    @Test(arguments: ["/v1/a.txt"]) func aNameThatNoBucketCanHaveIsAMiss(target: String) {
        let sentence = "No bucket can have the name \"v1\". An object is at /BUCKET/KEY."
        #expect(miss("GET", target, on: .s3).hint == sentence)
        #expect(observer.absences.withLock { $0.map(\.hint) } == [sentence])
    }

    @Test func aBucketThatIsInThePathTwiceIsTold() {
        let sentence = "The bucket \"bucket\" is in the path twice: ask for \"/bucket/a.txt\"."
        #expect(miss("GET", "/bucket/bucket/a.txt", on: .s3).hint == sentence)
    }

    @Test func aFileIsToldToRequestsThatItDoesNotRespondTo() {
        let sentence = "the file __files/page.json responds to GET and HEAD only, the request was POST."
        #expect(miss("POST", "/page", on: .http).hint == sentence)
    }

    @Test(arguments: [("POST", "/api/other"), ("PUT", "/bucket/a.txt?torrent"), ("PATCH", "/bucket/a.txt")])
    func whatNobodyAnswersOnS3IsAMiss(method: String, target: String) {
        let sentence = "The S3 listener does not do this. A stub with \"listener\": \"s3\" and \"method\": \"\(method)\" answers it."
        #expect(miss(method, target, on: .s3).hint == sentence)
        #expect(observer.absences.withLock { $0.map(\.hint) } == [sentence])
    }

    @Test func theStubForAnOperationOfS3IsTold() {
        let sentence = #"The S3 listener does not do this. A stub with "s3": {"operation": "SelectObjectContent"} answers it."#
        #expect(miss("POST", "/bucket/a.txt?select&select-type=2", on: .s3).hint == sentence)
    }

    @Test(
        arguments: [
            ("/bucket/b.txt", "s3/bucket/b.txt", nil, "The bucket \"bucket\" has no object \"b.txt\"."),
            ("/buckt/%61.txt", "s3/buckt/a.txt", "There is a bucket \"bucket\".", "S3 has no bucket \"buckt\"."),
            ("/poses/1.jpg", "s3/poses/1.jpg", "There is a bucket \"bucket\".", "S3 has no bucket \"poses\"."),
        ] as [(String, String, String?, String)])
    func whatIsNotThereOnS3IsTold(target: String, file: String, hint: String?, sentence: String) {
        let absence = ContentAbsence(file: file, hint: hint, sentence: sentence)
        #expect(ask(target, on: .s3).status == 404)
        #expect(observer.absences.withLock { $0 } == [absence])
    }

    /// A listing is made on the work pool.
    @Test func aPathWithoutAKeyIsABucket() async {
        let request = Request(target: "/a.txt", headers: [("Host", "h")], arrival: Arrival(listener: .s3))
        let status = await withCheckedContinuation { continuation in
            switch door.respond(to: request, admitted: nil) {
            case .plan(let plan): continuation.resume(returning: plan.response.status)
            case .later(let deferred):
                deferred.whenFulfilled { plan in
                    continuation.resume(returning: plan.response.status)
                    return true
                }
            }
        }
        #expect(status == 404)
        let hint =
            "S3 has no bucket \"a.txt\". The first segment of the path is the bucket: an object is at /BUCKET/KEY. "
            + "There is a bucket \"bucket\"."
        #expect(observer.absences.withLock { $0 } == [ContentAbsence(hint: hint, sentence: "S3 has no bucket \"a.txt\".")])
    }

    @Test(
        arguments: [
            ("/bucket/A.TXT", "s3/bucket/A.TXT", "Only upper and lower case differ"),
            ("/bucket//a.txt", "s3/bucket/%!/a.txt", "Only doubled slashes differ"),
            ("/bucket/a.txt/", nil, "Only the slash at the end differs"),
        ] as [(String, String?, String)])
    func aTwinOnS3IsTold(target: String, file: String?, difference: String) {
        let hint = "\(difference): s3/bucket/a.txt answers \"/bucket/a.txt\", the request was for \"\(target)\"."
        #expect(miss("GET", target, on: .s3).hint == hint)
        #expect(observer.absences.withLock { $0.map(\.hint) } == [hint])
        #expect(observer.absences.withLock { $0.map(\.file) } == [file])
    }

    @Test func aTwinThatTheSessionHasWrittenIsTold() {
        func send(_ method: String, _ target: String) -> Int {
            let headers: HeaderFields = [("Host", "h"), ("Content-Length", "0")]
            let request = Request(method: method, target: target, headers: headers, arrival: Arrival(listener: .s3))
            guard case .plan(let plan) = door.respond(to: request, admitted: nil) else { return 0 }
            return plan.response.status
        }
        #expect(send("PUT", "/bucket/New.txt") == 200)
        #expect(miss("GET", "/bucket/new.txt", on: .s3).hint?.hasPrefix("Only upper and lower case differ: the object \"New.txt\"") == true)
        #expect(send("DELETE", "/bucket/a.txt") == 204)
        #expect(miss("GET", "/bucket/A.TXT", on: .s3).hint == nil, "what is deleted answers nothing")
    }

    @Test func aTwinAmongTheFilesIsTold() {
        let hint = "only upper and lower case differ: __files/page.json answers \"/page\", the request was for \"/Page\"."
        #expect(miss("GET", "/Page", on: .http).hint == hint)
        #expect(miss("GET", "/Page", on: .http).page.contains("Perhaps:\n- \(hint)\n"))
        // A file is in the way of the folder.
        let page = miss("GET", "/page.json/", on: .http).page
        #expect(page.contains("\nNo file can have the path \"/page.json/\": a mapping can answer it.\n"), "\(page)")
    }

    @Test func aLargeFileIsReadOnTheWorkPool() async {
        let request = Request(target: "/large.bin")
        guard case .later(let deferred) = door.respond(to: request, admitted: nil) else {
            Issue.record("read on the worker")
            return
        }
        let plan = await withCheckedContinuation { continuation in
            deferred.whenFulfilled { plan in
                continuation.resume(returning: plan)
                return true
            }
        }
        #expect(plan.response.status == 200)
        #expect(plan.response.body.length == FileStore.quickBytes + 1)
    }

    @Test func aBrowsersIconIsNoMiss() {
        func body(_ headers: HeaderFields) -> Int? {
            guard case .plan(let plan) = door.respond(to: Request(target: "/favicon.ico", headers: headers), admitted: nil),
                plan.response.status == 404
            else { return nil }
            return plan.response.body.length
        }
        #expect(body([("User-Agent", "Mozilla/5.0 (X11)")]) == 0)
        #expect(body([("Sec-Fetch-Dest", "image")]) == 0)
        #expect(observer.seen.withLock { $0 }.isEmpty)
        // An app that loads pictures requests it on purpose.
        #expect((body([("User-Agent", "CFNetwork/1")]) ?? 0) > 0)
        #expect(observer.seen.withLock { $0 } == ["/favicon.ico missed"])
    }

    /// Whoever waits for something that a stop ends learns of the stop, and of nothing else.
    @Test(arguments: ["/gates/g/wait", "/requests/await"])
    func aStopIsA503ForThoseWhoWait(_ path: String) throws {
        func call(_ path: String, _ body: String) -> Reply {
            let request = Request(
                method: "POST", target: "/__admin" + path, headers: [("Host", "localhost")], body: Array(body.utf8))
            return door.respond(to: request, admitted: nil)
        }
        _ = call("/mappings", #"{"response": {"hold": "g"}}"#)
        guard case .later(let deferred) = call(path, "{}") else {
            Issue.record("it does not wait")
            return
        }
        let status = Mutex<Int?>(nil)
        deferred.whenFulfilled { plan in
            status.withLock { $0 = plan.response.status }
            return true
        }
        door.stopping()
        #expect(status.withLock { $0 } == 503)
    }

    @Test(arguments: [("/up", "here", 1), ("/__admin/mappings", "nowhere", 0), ("/__session/gone/up", "nowhere", 0)])
    func aRequestThatTheWireRefusesIsItsSessions(target: String, place: String, entries: UInt64) {
        door.refused(WireRefusal(.bodyTooLong, Request(method: "POST", target: target), status: 413, reason: "Too long."))
        let path = target == "/__session/gone/up" ? "/up" : target
        #expect(observer.seen.withLock { $0 } == ["\(path) refused 413 \(place)"])
        #expect(engine.session.journal.snapshot().lastSequence == entries)
        #expect(engine.session.report().unmatchedCount == Int(entries))
    }
}
