package import HTTPMessage
internal import JSONDocument
package import MockEngine

/// The admin API below `/__admin`: WireMock's routes and Understudy's own.
///
/// Any thread. An endpoint that saves files blocks until they are on disk.
package final class AdminAPI: Sendable {
    /// The path prefix of every route.
    package static let prefix = "/__admin"
    /// The version of WireMock whose API this is. Clients compare the server's version with the one that has what they use.
    static let wireMockVersion = "3.13.2"

    private let engine: MockEngine
    private let access: AdminAccess
    private let services: AdminServices
    private let router: AdminRouter
    private let waiting = WaitingReplies()

    package convenience init(engine: MockEngine, access: AdminAccess = AdminAccess(), services: AdminServices = AdminServices()) {
        self.init(engine: engine, access: access, services: services, routes: AdminRoutes.all)
    }

    init(engine: MockEngine, access: AdminAccess, services: AdminServices, routes: [any AdminEndpoint.Type]) {
        self.engine = engine
        self.access = access
        self.services = services
        router = AdminRouter(routes)
    }

    /// Whether the request is for the admin API: its path is `/__admin` or below it.
    package static func owns(_ request: Request) -> Bool {
        guard request.pathBegins(with: prefix) else { return false }
        let path = request.pathBytes
        return path.count == prefix.utf8.count || path[path.startIndex + prefix.utf8.count] == UInt8(ascii: "/")
    }

    /// Responds to a request that `owns` accepts.
    ///
    /// Endpoints run on `AdminServices.work` if it is set, because lists can be long and saving waits for the disk; if its queue is full,
    /// the reply is a 503. Health runs at once.
    /// - Parameter session: the session that the call is about; nil for the server's own.
    package func respond(to request: Request, about session: Session? = nil) -> Reply {
        do {
            try access.checkHost(request)
            try access.checkOrigin(request)
            switch try find(request, session ?? engine.session) {
            case .reply(let reply): return self.reply(reply, to: request)
            case .endpoint(let endpoint, let call):
                let queue = endpoint.waitsForServers ? services.fetchWork ?? services.work : services.work
                guard !endpoint.isQuick, let work = queue else { return reply(Self.run(endpoint, call), to: request) }
                let deferred = DeferredPlan()
                let runLater: @Sendable () -> Void = { [self] in give(Self.run(endpoint, call), to: request, deferred) }
                if endpoint.isNeverRefused {
                    work.submitInAnyCase(runLater)
                } else if !work.submit(runLater) {
                    throw AdminError.busy
                }
                return .later(deferred)
            }
        } catch {
            return reply(AdminReply(error), to: request)
        }
    }

    private static func run(_ endpoint: any AdminEndpoint.Type, _ call: AdminCall) -> AdminReply {
        do { return call.notes.told(in: try endpoint.respond(call)) } catch {
            let error = AdminError(thrown: error)
            if error.isFailure { call.engine.environment.observer?.failed(call.request, error.items.map(\.title).joined(separator: " ")) }
            return call.notes.told(in: error.reply)
        }
    }

    private func reply(_ reply: AdminReply, to request: Request) -> Reply {
        guard reply.later != nil else { return .plan(WirePlan(response(reply, to: request))) }
        let deferred = DeferredPlan()
        give(reply, to: request, deferred)
        return .later(deferred)
    }

    /// Fulfils the plan with the reply, at once or when the reply is known.
    private func give(_ reply: AdminReply, to request: Request, _ deferred: DeferredPlan) {
        guard let later = reply.later else {
            deferred.fulfil(WirePlan(response(reply, to: request)))
            return
        }
        guard let number = waiting.add(deferred) else { return }
        let call = later { [self] reply in
            waiting.remove(number)
            give(reply, to: request, deferred)
        }
        deferred.onAbandoned { [waiting] in
            waiting.remove(number)
            call?.cancel()
        }
    }

    /// To be called when the server stops. Pending replies, and those that become pending later, are 503s.
    package func stopping() {
        let error = AdminError(status: 503, title: "The server is stopping", detail: "Start it again, and repeat the call.")
        waiting.end(with: WirePlan(error.reply.response))
    }

    /// The response to a call that names a session that is not alive.
    package static func response(to error: SessionError) -> Response {
        guard case .unknown = error else { return AdminError(error).reply.response }
        let detail = """
            The admin API of a session is at its "adminUrl", \(SessionCarrier.pathPrefix)<id>\(prefix), which POST \(prefix)/sessions \
            gives. GET \(prefix)/sessions lists the sessions that are alive.
            """
        return AdminError(status: error.status, title: error.title, detail: detail).reply.response
    }

    private func response(_ reply: AdminReply, to request: Request) -> Response {
        var reply = reply
        for (name, value) in access.crossOriginHeaders(for: request) { reply.headers.append(name: name, value: value) }
        return reply.response
    }

    private enum Target {
        case endpoint(any AdminEndpoint.Type, AdminCall)
        case reply(AdminReply)
    }

    private func find(_ request: Request, _ session: Session) throws -> Target {
        let path = String(request.path.dropFirst(Self.prefix.count))
        if request.method == "OPTIONS" { return .reply(preflight(request, path)) }
        // HEAD runs the endpoint of GET; the wire leaves the body out.
        let method = request.method == "HEAD" ? "GET" : request.method
        let finding = router.find(method, path)
        if !isOpen(finding, to: request) { try access.checkCredentials(request) }
        switch finding {
        case .found(let endpoint, let parameters):
            let call = AdminCall(
                request: request, parameters: parameters, engine: engine, session: session, services: services, access: access)
            return .endpoint(endpoint, call)
        case .wrongMethod(let allowed, let isOurs):
            // As in WireMock its routes are a method and a path together, so a wrong method is a 404 there and not a 405.
            let error = AdminError(
                status: isOurs ? 405 : 404, title: "\(request.method) is not a method of \(Self.prefix)\(path)",
                detail: (router.nearest(request.method, path).map { "Did you mean \(Self.prefix)\($0)? " } ?? "")
                    + "Use \(Spelling.alternatives(allowed)).", headers: [("Allow", allowed.joined(separator: ", "))])
            return .reply(error.reply)
        case .unknown: return .reply(router.refusal(ofUnknown: path).reply)
        }
    }

    private func isOpen(_ finding: AdminRouter.Finding, to request: Request) -> Bool {
        if case .found(let endpoint, _) = finding { endpoint.isOpen(to: request, access) } else { false }
    }

    private func preflight(_ request: Request, _ path: String) -> AdminReply {
        let methods = router.methods(path)
        guard !methods.isEmpty else { return AdminReply(status: 404) }
        var reply = AdminReply(status: 200)
        reply.headers.append(name: "Allow", value: methods.joined(separator: ", "))
        if CORSPreflight.isAsked(by: request) { reply.headers.append(contentsOf: CORSPreflight.fields(for: request)) }
        return reply
    }
}
