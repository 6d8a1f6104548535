import Dispatch
import HTTPMessage
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Which session a request belongs to.
@Suite(.timeLimit(.minutes(5))) struct SessionFindingTests {
    private let clock = ManualClock()
    private let engine: MockEngine
    private let first: Session
    private let second: Session

    init() throws {
        engine = MockEngine(EngineEnvironment(), .manual(clock))
        var definition = SessionDefinition()
        definition.traceIDs = ["0af7651916cd43dd8448eb211c80319c"]
        let listeners = SessionListeners(http: .init(plain: 40_001, secure: 40_003), s3: .init(plain: 40_002))
        first = try engine.openSession(definition, listeners: listeners)
        second = try engine.openSession(SessionDefinition())
    }

    private func find(
        _ target: String, _ headers: HeaderFields = [], port: Int = 8080
    ) throws(SessionError) -> (session: Session, arrival: SessionArrival?, request: Request) {
        var request = Request(target: target, headers: headers, arrival: Arrival(listener: .http, localPort: port))
        let prefix = request.takeSessionPrefix()
        let (session, arrival) = try engine.findSession(of: request, prefix: prefix)
        return (session, arrival, request)
    }

    private var id: String { first.identity.id }
    private var otherID: String { second.identity.id }

    /// A session with many stubs takes long to make.
    @Test func othersAreFoundWhileOneIsMade() throws {
        let (engine, id) = (engine, id)
        let isFound = DispatchSemaphore(value: 0)
        let identity = SessionIdentity(SessionDefinition(), createdAt: Timestamp(milliseconds: 0))
        let made = try engine.openSession(.manual(), identity) { session in
            DispatchQueue.global().async {
                _ = try? engine.session(id: id)
                isFound.signal()
            }
            #expect(isFound.wait(timeout: .now() + 10) == .success)
            #expect(throws: SessionError.self) { try engine.session(id: session.identity.id) }
        }
        #expect(try engine.session(id: made.identity.id) === made)
    }

    @Test func oneThatFailsGivesItsPlaceAndItsTraceBack() throws {
        var environment = EngineEnvironment()
        environment.maximumSessions = 1
        let engine = MockEngine(environment, .manual(clock))
        var definition = SessionDefinition()
        definition.traceIDs = ["0af7651916cd43dd8448eb211c80319d"]
        var mistaken = definition
        mistaken.scenarioStates = [("no such scenario", "done")]
        #expect(throws: SessionError.self) { try engine.openSession(mistaken) }
        _ = try engine.openSession(definition)
        let error = #expect(throws: SessionError.self) { try engine.openSession(definition) }
        #expect(error?.status == 503)
    }

    @Test func aRequestThatNamesNoneIsTheServersOwn() throws {
        let found = try find("/a?b", [("Host", "h"), ("baggage", "k=v"), ("tracestate", "other=1")])
        #expect(found.session === engine.session && found.arrival == nil)
        #expect(found.request.target == "/a?b" && found.request.prefix.isEmpty)
    }

    @Test(arguments: [
        ("/a?b=1", "/a?b=1"), ("/", "/"), ("", "/"), ("?b", "/?b"), ("/__admin/mappings", "/__admin/mappings"),
    ]) func thePrefixIsTakenOff(rest: String, target: String) throws {
        let headers: HeaderFields = [("Host", "h"), ("X-Late", "value")]
        let found = try find("/__session/\(id)\(rest)", headers)
        #expect(found.session === first)
        #expect(found.request.target == target)
        #expect(found.request.prefix == "/__session/\(id)")
        #expect(found.request.firstHeader("X-Late") == "value")
        #expect(found.arrival == SessionArrival(carrier: .prefix, urlPrefix: "/__session/\(id)"))
    }

    @Test func headerBaggageTraceStateAndTraceIDsName() throws {
        let cases: [(HeaderFields, SessionCarrier)] = [
            ([("x-understudy-session", " \(id) ")], .header),
            ([("Baggage", "a=b;p=q, understudy-session = \(id);p")], .baggage),
            ([("baggage", "a=b"), ("baggage", "understudy-session=%\(String(id.utf8.first!, radix: 16))\(id.dropFirst())")], .baggage),
            ([("tracestate", "rojo=1,understudy=\(id)")], .tracestate),
            ([("traceparent", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01")], .traceID),
        ]
        for (headers, carrier) in cases {
            let found = try find("/a", headers)
            #expect(found.session === first, "\(carrier)")
            #expect(found.arrival?.carrier == carrier)
        }
        #expect(try find("/a", [("traceparent", "00-11111111111111111111111111111111-b7ad6b7169203331-01")]).session === engine.session)
    }

    @Test func theStrongerCarrierWinsAndTheOthersAreTold() throws {
        let all: HeaderFields = [("baggage", "understudy-session=\(otherID)"), ("X-Understudy-Session", otherID)]
        let byPort = try find("/__session/\(otherID)/a", all, port: 40_001)
        #expect(byPort.session === first && byPort.request.target == "/a")
        #expect(byPort.arrival?.carrier == .port && byPort.arrival?.urlPrefix.isEmpty == true)
        #expect(byPort.arrival?.ignored == ["prefix \(otherID)", "header \(otherID)", "baggage \(otherID)"])
        let byPrefix = try find("/__session/\(id)/a", all)
        #expect(byPrefix.session === first)
        #expect(byPrefix.arrival?.ignored == ["header \(otherID)", "baggage \(otherID)"])
        // A carrier that names the same session is not listed as ignored.
        #expect(try find("/__session/\(otherID)/a", all).arrival?.ignored == [])
    }

    @Test func aSessionThatIsNotAliveIsNobodys() throws {
        #expect(throws: SessionError.self) { try find("/__session/poses/all") }
        engine.close(first)
        for (target, headers, port) in [
            ("/__session/\(id)/a", HeaderFields(), 8080), ("/a", [("X-Understudy-Session", id)], 8080), ("/a", [], 40_001),
        ] {
            do {
                _ = try find(target, headers, port: port)
                Issue.record("found")
            } catch { #expect(error.status == 410) }
        }
        do {
            _ = try find("/a", [("X-Understudy-Session", "nonesuch")])
            Issue.record("found")
        } catch {
            #expect(error.status == 404)
            #expect(error.text.contains("with the slash"))
        }
    }

    @Test func aRequestToAnotherServerNamesOnlyItsOwnSession() throws {
        var request = UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")
        request.headers = [
            ("Baggage", "a=b, understudy-session=\(otherID);p=q"), ("baggage", "understudy-session=\(id)2"),
            ("X-Understudy-Session", otherID),
        ]
        first.carry(in: &request)
        #expect(request.headers == [("Baggage", "a=b"), ("baggage", "understudy-session=\(id)")])
        first.carry(in: &request)
        #expect(request.headers == [("Baggage", "a=b"), ("baggage", "understudy-session=\(id)")])
        engine.session.carry(in: &request)
        #expect(request.headers == [("Baggage", "a=b"), ("baggage", "understudy-session=\(id)")])
    }

    @Test func anEmptyNameIsNotTheServersOwn() {
        for headers: HeaderFields in [[("X-Understudy-Session", "")], [("baggage", "understudy-session=")]] {
            #expect(throws: SessionError.self) { try find("/a", headers) }
        }
        #expect(throws: SessionError.self) { try find("/__session//a") }
    }

    @Test func aTraceIDBelongsToOneSession() throws {
        var definition = SessionDefinition()
        definition.traceIDs = ["0af7651916cd43dd8448eb211c80319c"]
        do {
            _ = try engine.openSession(definition)
            Issue.record("opened")
        } catch { #expect(error.status == 409) }
        engine.close(first)
        _ = try engine.openSession(definition)
    }

    @Test func withSessionsOnlyARequestMustNameOne() throws {
        var environment = EngineEnvironment()
        environment.requiresSession = true
        let engine = MockEngine(environment, .manual(clock))
        var request = Request(target: "/a")
        #expect(throws: SessionError.self) { try engine.findSession(of: request) }
        let session = try engine.openSession(SessionDefinition())
        request = Request(target: "/a", headers: [("X-Understudy-Session", session.identity.id)])
        #expect(try engine.findSession(of: request).0 === session)
    }

    @Test func anIdleSessionEndsAndUseKeepsItAlive() throws {
        var definition = SessionDefinition()
        definition.timeToLive = .seconds(10)
        let session = try engine.openSession(definition)
        let target = "/__session/\(session.identity.id)/a"
        clock.advance(by: .seconds(9))
        #expect(try find(target).session === session)
        clock.advance(by: .seconds(9))
        #expect(try find(target).session === session)
        clock.advance(by: .seconds(11))
        #expect(!engine.openSessions.contains { $0 === session })
        #expect(throws: SessionError.self) { try find(target) }
    }

    @Test func thereIsALimit() throws {
        var environment = EngineEnvironment()
        environment.maximumSessions = 2
        let engine = MockEngine(environment, .manual(clock))
        let session = try engine.openSession(SessionDefinition())
        _ = try engine.openSession(SessionDefinition())
        do {
            _ = try engine.openSession(SessionDefinition())
            Issue.record("opened")
        } catch { #expect(error.status == 503) }
        engine.close(session)
        _ = try engine.openSession(SessionDefinition())
    }

    @Test func idleSessionsMakeRoomForANewOne() throws {
        var environment = EngineEnvironment()
        environment.maximumSessions = 2
        let engine = MockEngine(environment, .manual(clock))
        var definition = SessionDefinition()
        definition.timeToLive = .seconds(10)
        let idle = try engine.openSession(definition)
        let kept = try engine.openSession(SessionDefinition())
        // Between two looks for idle sessions, which come every second.
        clock.advance(by: .milliseconds(10_500))
        let new = try engine.openSession(SessionDefinition())
        #expect(engine.openSessions.map(\.identity.id) == [kept, new].map(\.identity.id))
        #expect(!engine.close(idle), "it has ended")
    }

    @Test func whatWasTakenForASessionIsGivenBackWhenItEnds() throws {
        let ends = SendableCount()
        first.whenEnded { ends.increment() }
        engine.close(first)
        engine.close(first)
        #expect(ends.value == 1)
        first.whenEnded { ends.increment() }
        #expect(ends.value == 2)
    }
}

private final class SendableCount: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}
