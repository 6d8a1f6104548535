public import HTTPMessage
internal import JSONDocument
public import MockEngine

/// The admin API below `/__admin`: WireMock's routes, and ours.
///
/// Callable from any thread. An endpoint that saves files blocks until they are safe.
public final class AdminAPI: Sendable {
    /// In front of every route.
    public static let prefix = "/__admin"

    private let engine: MockEngine
    private let access: AdminAccess
    private let services: AdminServices
    private let router = AdminRouter(AdminRoutes.all)

    public init(engine: MockEngine, access: AdminAccess = AdminAccess(), services: AdminServices = AdminServices()) {
        self.engine = engine
        self.access = access
        self.services = services
    }

    /// Whether the request is for the admin API: its path is `/__admin`, or below it.
    public static func owns(_ request: Request) -> Bool {
        let path = request.pathBytes
        // One byte tells nearly every request of the mocks apart.
        guard path.count >= prefix.utf8.count, path[path.startIndex + 1] == UInt8(ascii: "_"), path.starts(with: prefix.utf8) else {
            return false
        }
        return path.count == prefix.utf8.count || path[path.startIndex + prefix.utf8.count] == UInt8(ascii: "/")
    }

    /// Answers a request that `owns` accepts.
    public func respond(to request: Request) -> Response {
        var reply: AdminReply
        do {
            try access.checkHost(request)
            try access.checkOrigin(request)
            reply = try answer(request)
        } catch {
            reply = AdminReply(error)
        }
        for (name, value) in access.crossOriginHeaders(for: request) { reply.headers.append(name: name, value: value) }
        return reply.response
    }

    private func answer(_ request: Request) throws -> AdminReply {
        let path = String(request.path.dropFirst(Self.prefix.count))
        if request.method == "OPTIONS" { return preflight(request, path) }
        // HEAD is asked like GET; the wire leaves the body out.
        let method = request.method == "HEAD" ? "GET" : request.method
        if !(path == "/health" && method == "GET") { try access.checkCredentials(request) }
        switch router.find(method, path) {
        case .found(let endpoint, let parameters):
            return try endpoint.respond(
                AdminCall(request: request, parameters: parameters, engine: engine, services: services, access: access))
        case .wrongMethod(let allowed):
            // WireMock knows routes by method and path together: 404.
            return AdminError(
                status: 404, title: "\(request.method) is not a method of \(Self.prefix)\(path)",
                detail: "Use \(allowed.joined(separator: " or ")).", headers: [("Allow", allowed.joined(separator: ", "))]
            ).reply
        case .unknown: return AdminReply(status: 404)
        }
    }

    private func preflight(_ request: Request, _ path: String) -> AdminReply {
        let methods = router.methods(path)
        guard !methods.isEmpty else { return AdminReply(status: 404) }
        var reply = AdminReply(status: 200)
        reply.headers.append(name: "Allow", value: methods.joined(separator: ", "))
        if request.firstHeaderIndex("Access-Control-Request-Method") != nil {
            reply.headers.append(name: "Access-Control-Allow-Methods", value: "OPTIONS,GET,POST,PUT,PATCH,DELETE")
            reply.headers.append(name: "Access-Control-Allow-Headers", value: request.firstHeader("Access-Control-Request-Headers") ?? "*")
            reply.headers.append(name: "Access-Control-Max-Age", value: "1800")
        }
        return reply
    }
}
