internal import AdminAPI
internal import HTTPMessage
internal import MockEngine
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
        isForAdmin(head) ? .receive(maximumBytes: nil) : session(of: head).admit(head)
    }

    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
        if isForAdmin(request) {
            let reply = admin.respond(to: request)
            return adminLog?.noted(reply, to: request) ?? reply
        }
        return session(of: request).respond(to: request, admitted: admitted)
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        if ticket.owner == AdminExchanges.owner {
            adminLog?.finished(ticket, outcome)
        } else {
            engine.finished(ticket, outcome)
        }
    }

    func refused(_ refusal: WireRefusal) { engine.session.refused(refusal) }

    func stopping() { admin.stopping() }

    /// Every request belongs to the server's own session.
    private func session(of request: Request) -> Session { engine.session }

    /// The admin API is on the HTTP listener only: on the other one its path could be a bucket's.
    private func isForAdmin(_ request: Request) -> Bool { request.arrival.listener != .s3 && AdminAPI.owns(request) }
}
