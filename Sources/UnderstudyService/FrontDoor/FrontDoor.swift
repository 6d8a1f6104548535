internal import AdminAPI
internal import HTTPMessage
internal import MockEngine
internal import S3Service
internal import Synchronization

/// Passes each request to the admin API or to its session, by listener and path. The wire calls it on its worker threads.
final class FrontDoor: HTTPResponder {
    private let engine: MockEngine
    private let admin: AdminAPI
    private let adminLog: AdminExchanges?

    /// - Parameter observer: observes calls of the admin API and requests without a session; the engine reports the others.
    init(engine: MockEngine, admin: AdminAPI, observer: (any AdminExchangeObserver)? = nil) {
        self.engine = engine
        self.admin = admin
        adminLog = observer.map { AdminExchanges($0, engine.session.clock) }
    }

    func admit(_ head: Request) -> Admission {
        if isForAdmin(head) { return .receive(maximumBytes: nil) }
        var head = head
        let prefix = head.takeSessionPrefix()
        switch route(head, prefix) {
        case .admin: return .receive(maximumBytes: nil)
        case .notServedHere: return .refuse(refusalOfMocks(head))
        case .session(let session, let arrival): return session.admit(head, arrival: arrival)
        case .noSession(let error): return .refuse(refusal(error, of: head))
        }
    }

    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
        // Few requests have a prefix, and changing the path copies the request.
        if request.sessionPrefix() == nil { return respond(to: request, admitted, prefix: nil) }
        var request = request
        let prefix = request.takeSessionPrefix()
        return respond(to: request, admitted, prefix: prefix)
    }

    private func respond(to request: Request, _ admitted: (any AdmittedRequest)?, prefix: String?) -> Reply {
        switch route(request, prefix) {
        case .admin(let session):
            engine.environment.tally.note(.admin, request)
            let reply = admin.respond(to: request, about: session)
            return adminLog?.noted(reply, to: request) ?? reply
        case .session(let session, let arrival): return session.respond(to: request, admitted: admitted, arrival: arrival)
        case .noSession(let error): return .plan(refusal(error, of: request))
        case .notServedHere: return .plan(refusalOfMocks(request))
        }
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        if ticket.owner == AdminExchanges.owner {
            adminLog?.finished(ticket, outcome)
        } else {
            engine.finished(ticket, outcome)
        }
    }

    func replaced(_ request: Request, _ ticket: ExchangeTicket?, by response: Response, because sentence: String) {
        var request = request
        _ = request.takeSessionPrefix()
        engine.replaced(request, ticket, by: response, because: sentence)
    }

    func delivered(_ ticket: ExchangeTicket) { engine.delivered(ticket) }

    func refused(_ refusal: WireRefusal) {
        var refusal = refusal
        // Without a status the client has left.
        if refusal.status > 0 { engine.environment.tally.note(.refused, refusal.request) }
        let prefix = refusal.request.takeSessionPrefix()
        switch route(refusal.request, prefix) {
        case .session(let session, let arrival): session.refused(refusal, arrival: arrival)
        case .admin, .noSession, .notServedHere: engine.environment.observer?.refused(refusal, in: nil)
        }
        if let setting = refusal.cause.exceededSetting { engine.environment.tally.note(exceeded: setting) }
    }

    func stopping() {
        // Waiting calls end first, so that the end of what they wait for does not reach them.
        admin.stopping()
        engine.stopping()
    }

    /// Whether the target of a request line is the admin API's, with or without a session.
    @Sendable static func isForAdmin(target: ArraySlice<UInt8>) -> Bool {
        var request = Request()
        request.setMethod("GET".utf8)
        request.setTarget(target)
        _ = request.takeSessionPrefix()
        return AdminAPI.owns(request)
    }

    private static let adminOnly = Response.text(
        404, "This listener has only the admin API, below \(AdminAPI.prefix). The mocks are on the HTTP listener.\n")

    private enum Route {
        /// On the admin listener, but not for the admin API.
        case notServedHere
        /// A call of the admin API about that session.
        case admin(Session)
        case session(Session, SessionArrival?)
        case noSession(SessionError)
    }

    /// Finds the session of a request.
    /// - Parameter prefix: the id in the prefix that was removed from its path.
    private func route(_ request: Request, _ prefix: String?) -> Route {
        do throws(SessionError) {
            let (session, arrival) = try engine.findSession(of: request, prefix: prefix)
            if isForAdmin(request) { return .admin(session) }
            return request.arrival.listener == .admin ? .notServedHere : .session(session, arrival)
        } catch {
            if case .missing = error, isForAdmin(request) { return .admin(engine.session) }
            return .noSession(error)
        }
    }

    /// The error in the form that the client expects: the admin API's, S3's, or text.
    private func refusal(_ error: SessionError, of request: Request) -> WirePlan {
        engine.environment.tally.note(.refused, request)
        engine.environment.observer?.foundNoSession(for: request, error)
        if request.arrival.listener == .s3 {
            return noted(
                S3Service.refusal(status: error.status, code: "NoSuchSession", message: "\(error.title). \(error.repair)", of: request),
                to: request, because: error.title)
        }
        let response = AdminAPI.owns(request) ? AdminAPI.response(to: error) : .text(error.status, error.text)
        return noted(WirePlan(response), to: request, because: error.title)
    }

    private func refusalOfMocks(_ request: Request) -> WirePlan {
        noted(WirePlan(Self.adminOnly), to: request, because: "This listener has only the admin API")
    }

    /// The plan with a ticket that the access log needs.
    private func noted(_ plan: WirePlan, to request: Request, because reason: String) -> WirePlan {
        adminLog?.noted(plan, to: request, because: reason) ?? plan
    }

    /// Only the HTTP listener has the admin API; on the S3 listener the path could be a bucket's.
    private func isForAdmin(_ request: Request) -> Bool { request.arrival.listener != .s3 && AdminAPI.owns(request) }
}
