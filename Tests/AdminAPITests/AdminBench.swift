import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

@testable import AdminAPI

/// An admin API over an engine without sockets.
struct AdminBench {
    let engine: MockEngine
    let admin: AdminAPI
    /// The machine's time.
    let clock = ManualClock()

    init(
        journal: JournalSettings = JournalSettings(), access: AdminAccess = AdminAccess(), services: AdminServices = AdminServices(),
        limits: MatchingLimits = .standard, observer: (any ExchangeObserver)? = nil
    ) {
        var environment = EngineEnvironment()
        environment.observer = observer
        environment.matchers.limits = limits
        environment.journal = journal
        engine = MockEngine(environment, .manual(clock, seed: 7))
        admin = AdminAPI(engine: engine, access: access, services: services)
    }

    init(journal isEnabled: Bool) {
        var journal = JournalSettings()
        journal.isEnabled = isEnabled
        self.init(journal: journal)
    }

    struct Answer {
        var status: Int
        var headers: HeaderFields
        var text: String
        var json: JSONValue? { try? JSONValue.parse(Array(text.utf8)) }

        init(_ response: Response) {
            status = response.status
            headers = response.headers
            text = if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
        }

        init(status: Int, headers: HeaderFields, text: String) {
            self.status = status
            self.headers = headers
            self.text = text
        }
    }

    /// Calls a route below `/__admin`. Status 0 when the reply is not there yet.
    @discardableResult
    func call(_ method: String, _ path: String, _ body: String = "", headers: HeaderFields = []) -> Answer {
        call(method, path, bytes: Array(body.utf8), headers: headers)
    }

    /// Calls a route with a body that may not be UTF-8.
    @discardableResult
    func call(_ method: String, _ path: String, bytes: [UInt8], headers: HeaderFields = []) -> Answer {
        let request = Request(method: method, target: AdminAPI.prefix + path, headers: headers, body: bytes, arrival: arrival)
        switch admin.respond(to: request) {
        case .plan(let plan): return checked(Answer(plan.response), method, path)
        case .later(let deferred):
            return LaterReply(deferred).value.map { checked($0, method, path) } ?? Answer(status: 0, headers: [], text: "")
        }
    }

    private static let document = try! JSONValue.parse(Array(OpenAPIDocument.text.utf8))
    /// Statuses that any call may get; the document says so at its beginning.
    private static let common: Set<Int> = [401, 403, 405, 503]

    /// The reply. Records an issue if the OpenAPI document does not have its status.
    private func checked(_ answer: Answer, _ method: String, _ path: String) -> Answer {
        let finding = AdminRouter(AdminRoutes.all).find(method, String(path.prefix { $0 != "?" }))
        guard case .found(let endpoint, _) = finding, !endpoint.path.isEmpty, !Self.common.contains(answer.status) else { return answer }
        let documented = Self.document["paths"]?[endpoint.path]?[endpoint.method.lowercased()]?["responses"]
        #expect(documented?["\(answer.status)"] != nil, "the OpenAPI document has no \(answer.status) for \(method) \(path)")
        return answer
    }

    /// A reply that may not be there yet.
    final class LaterReply: Sendable {
        let deferred: DeferredPlan
        private let response = Mutex<Response?>(nil)
        /// Nil as long as it has not come.
        var value: Answer? { response.withLock { $0 }.map { Answer($0) } }

        init(_ deferred: DeferredPlan) {
            self.deferred = deferred
            deferred.whenFulfilled { plan in
                self.response.withLock { $0 = plan.response }
                return true
            }
        }
    }

    /// Calls a route that responds later.
    func later(_ method: String, _ path: String, _ body: String = "") throws -> LaterReply {
        let reply = admin.respond(to: Request(method: method, target: AdminAPI.prefix + path, body: Array(body.utf8), arrival: arrival))
        guard case .later(let deferred) = reply else {
            Issue.record("\(method) \(path) did not respond later: \(call(method, path, body).text)")
            throw AdminError.notFound
        }
        return LaterReply(deferred)
    }

    var arrival: Arrival {
        Arrival(listener: .http, clientAddress: "127.0.0.1", localAddress: "127.0.0.1", localPort: 8080)
    }

    /// Adds a stub.
    /// - Returns: its id.
    @discardableResult
    func stub(_ mapping: String) -> String { call("POST", "/mappings", mapping).json?["id"]?.string ?? "" }

    /// Sends a request to the mocks. 0 when the answer comes later.
    @discardableResult
    func request(_ method: String = "GET", _ target: String, headers: HeaderFields = [("Host", "localhost:8080")], body: String = "") -> Int
    {
        let request = Request(method: method, target: target, headers: headers, body: Array(body.utf8))
        switch engine.session.respond(to: request) {
        case .plan(let plan): return plan.response.status
        case .later: return 0
        }
    }
}

extension JSONValue {
    /// The elements' members of that name.
    func all(_ name: String) -> [JSONValue?] { (array ?? []).map { $0[name] } }
}
