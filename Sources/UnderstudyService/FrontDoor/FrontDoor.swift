internal import AdminAPI
internal import HTTPMessage
internal import MockEngine
internal import S3Service
internal import Synchronization

/// Which room answers a request, by listener and path: the admin API, or the session that the request belongs to. The wire calls it on
/// its worker threads.
final class FrontDoor: HTTPResponder {
    private let engine: MockEngine
    private let admin: AdminAPI
    private let adminLog: AdminExchanges?

    /// - Parameter observer: is told of calls of the admin API; of the others the engine tells its own.
    init(engine: MockEngine, admin: AdminAPI, observer: (any AdminExchangeObserver)? = nil) {
        self.engine = engine
        self.admin = admin
        adminLog = observer.map { AdminExchanges($0, engine.session.clock) }
    }

    func admit(_ head: Request) -> Admission {
        if isForAdmin(head) { return .receive(maximumBytes: nil) }
        var head = head
        switch route(&head) {
        case .admin: return .receive(maximumBytes: nil)
        case .session(let session, let arrival): return session.admit(head, arrival: arrival)
        case .nobody(let error): return .refuse(refusal(error, of: head))
        }
    }

    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
        var request = request
        switch route(&request) {
        case .admin(let session):
            let reply = admin.respond(to: request, about: session)
            return adminLog?.noted(reply, to: request) ?? reply
        case .session(let session, let arrival): return session.respond(to: request, admitted: admitted, arrival: arrival)
        case .nobody(let error): return .plan(refusal(error, of: request))
        }
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        if ticket.owner == AdminExchanges.owner {
            adminLog?.finished(ticket, outcome)
        } else {
            engine.finished(ticket, outcome)
        }
    }

    func delivered(_ ticket: ExchangeTicket) { engine.delivered(ticket) }

    func refused(_ refusal: WireRefusal) {
        var refusal = refusal
        switch route(&refusal.request) {
        case .session(let session, let arrival): session.refused(refusal, arrival: arrival)
        case .admin(let session): session.refused(refusal)
        case .nobody: engine.environment.observer?.refused(refusal)
        }
    }

    func stopping() {
        // First those who wait: the end of what they wait for is no news to them.
        admin.stopping()
        engine.stopping()
    }

    private enum Route {
        /// A call of the admin API about that session.
        case admin(Session)
        case session(Session, SessionArrival?)
        case nobody(SessionError)
    }

    /// Finds whom a request is for, and takes the prefix that names a session off its path.
    private func route(_ request: inout Request) -> Route {
        do throws(SessionError) {
            let (session, arrival) = try engine.findSession(of: &request)
            return isForAdmin(request) ? .admin(session) : .session(session, arrival)
        } catch {
            if case .missing = error, isForAdmin(request) { return .admin(engine.session) }
            return .nobody(error)
        }
    }

    /// To a call of the admin API in the form of its errors, to S3's clients in theirs, and to all others as text.
    private func refusal(_ error: SessionError, of request: Request) -> WirePlan {
        engine.environment.observer?.foundNoSession(for: request, error)
        if request.arrival.listener == .s3 {
            return S3Service.refusal(status: error.status, code: "NoSuchSession", message: "\(error.title). \(error.repair)", of: request)
        }
        return WirePlan(AdminAPI.owns(request) ? AdminAPI.response(to: error) : .text(error.status, error.text))
    }

    /// The admin API is on the HTTP listener only: on the other one its path could be a bucket's.
    private func isForAdmin(_ request: Request) -> Bool { request.arrival.listener != .s3 && AdminAPI.owns(request) }
}
