internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// What the endpoints for sessions share.
extension AdminCall {
    /// The live session that the path names.
    /// - Throws: 404 or 410 with a sentence.
    func namedSession() throws -> Session { try engine.session(id: parameters[0]) }

    /// What only the server's own session can do.
    /// - Throws: 422 for a call about another one.
    func requireOwnSession(for what: String) throws {
        guard session.number != 0 else { return }
        throw AdminError(
            status: 422, title: "\(what) in a session", detail: "It is for the whole server: send the call to the server's own /__admin.")
    }

    /// The URLs of a session, as the caller reaches this server.
    /// - Parameter lease: its listeners; nil when it has none of its own.
    func addresses(of session: Session, _ lease: PortLease?) -> (base: String, s3: String?) {
        let own = request.baseURL
        let identity = session.identity
        guard let lease else {
            return (own + identity.urlPrefix, engine.environment.s3BaseURL(request).map { $0 + identity.urlPrefix })
        }
        // A client that came over IPv6 finds them on the address that they have.
        let isIPv6 = lease.host.contains(":")
        let host = request.baseHost.hasPrefix("[") != isIPv6 ? (isIPv6 ? "[\(lease.host)]" : lease.host) : request.baseHost
        return (
            "\(request.arrival.scheme)://\(host):\(lease.httpPort)", lease.s3Port.map { "\(request.arrival.scheme)://\(host):\($0)" }
        )
    }
}

extension Session {
    /// As lists show it.
    var summary: JSONValue {
        [
            "id": .string(identity.id), "name": identity.name.map { .string($0) } ?? .null,
            "createdAt": .string(identity.createdAt.isoText),
            "lastUsedAt": .string(lastUsedAt.isoText), "requests": JSONValue(requestCount), "stubs": JSONValue(stubCount),
        ]
    }
}
