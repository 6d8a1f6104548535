import HTTPMessage
import JSONDocument
import MockEngine
import StubModel

@testable import AdminAPI

/// An admin API over an engine without sockets.
struct AdminBench {
    let engine: MockEngine
    let admin: AdminAPI

    init(journal: JournalSettings = JournalSettings(), access: AdminAccess = AdminAccess(), services: AdminServices = AdminServices()) {
        var environment = EngineEnvironment()
        environment.journal = journal
        engine = MockEngine(environment, .manual(seed: 7))
        admin = AdminAPI(engine: engine, access: access, services: services)
    }

    struct Answer {
        var status: Int
        var headers: HeaderFields
        var text: String
        var json: JSONValue? { try? JSONValue.parse(Array(text.utf8)) }
    }

    /// Calls a route below `/__admin`.
    @discardableResult
    func call(_ method: String, _ path: String, _ body: String = "", headers: HeaderFields = []) -> Answer {
        let request = Request(
            method: method, target: AdminAPI.prefix + path, headers: headers, body: Array(body.utf8),
            arrival: Arrival(listener: .http, clientAddress: "127.0.0.1", localAddress: "127.0.0.1", localPort: 8080))
        guard case .plan(let plan) = admin.respond(to: request) else { return Answer(status: 0, headers: [], text: "") }
        let response = plan.response
        let text = if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
        return Answer(status: response.status, headers: response.headers, text: text)
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
