internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// What the endpoints for sessions share.
extension AdminCall {
    /// The live session that the path names.
    /// - Throws: 404 or 410 with a sentence.
    func namedSession() throws -> Session { try engine.session(id: parameters[0]) }

    /// Refuses a call that only the server's own session can make.
    /// - Throws: 422 in any other session.
    func requireOwnSession(for what: String) throws {
        guard session.number != 0 else { return }
        throw AdminError(
            status: 422, title: "\(what) in a session", detail: "It is for the whole server: send the call to the server's own /__admin.")
    }

    /// Opens a session, with its own listeners if the definition asks for them.
    /// - Throws: 501 when this server cannot open any, 503 when no port is left.
    func open(_ definition: SessionDefinition, _ stubs: [CompiledStub], _ order: OrderDefinition?) throws -> (Session, PortLease?) {
        do {
            return try SessionOpener(engine: engine, ports: services.ports).open(definition, stubs: stubs, order: order)
        } catch SessionError.scenario(let error) {
            var refusal = AdminError(SessionError.scenario(error))
            refusal.items[0].pointer = JSONPointer(tokens: ["scenarioStates", error.scenario]).text
            throw refusal
        } catch let error as PortLeaseError {
            throw AdminError(status: 503, title: error.title, detail: error.repair, headers: [("Retry-After", "1")])
        }
    }

    /// Compiles the stubs of a definition. A stub with a mistake is reported and left out. Reports names in its `expectInOrder` that no
    /// stub has.
    func stubs(of definition: SessionDefinition, _ report: ProblemReport) -> [CompiledStub] {
        let stubs = definition.mappings.compactMap { node in
            StubMapping.decode(node, report).flatMap { engine.compile($0, report) }
        }
        checkExpectedOrder(of: definition, stubs, report)
        return stubs
    }

    /// A session that brings stubs is to bring all of them, so a name that none has is a mistake. To one that brings none, stubs may come
    /// later.
    private func checkExpectedOrder(of definition: SessionDefinition, _ stubs: [CompiledStub], _ report: ProblemReport) {
        if definition.expectedOrder.isEmpty { return }
        let fixtures = engine.session.stubs.filter { $0.mapping.origin != .interface }
        let known = Set((stubs + fixtures).compactMap(\.mapping.name))
        for (name, place) in zip(definition.expectedOrder, definition.expectedOrderPlaces) where !known.contains(name) {
            let repair = Spelling.nearest(to: name, among: known.sorted()).map { "Did you mean \"\($0)\"?" }
            if stubs.isEmpty {
                report.warn("no stub has the name \"\(name)\" yet", at: place, repair: repair)
            } else {
                report.add("no stub has the name \"\(name)\"", at: place, repair: repair ?? "Give the stub that \"name\".")
            }
        }
    }

    /// The reply for a session that was just opened.
    func description(of session: Session, _ lease: PortLease?) -> JSONValue {
        let addresses = addresses(of: session, lease)
        return [
            "id": .string(session.identity.id), "name": session.identity.name.map { .string($0) } ?? .null,
            "baseUrl": .string(addresses.base), "s3BaseUrl": addresses.s3.map { .string($0) } ?? .null,
            "adminUrl": .string(addresses.base + AdminAPI.prefix), "seed": JSONValue(Int(truncatingIfNeeded: session.options.seed)),
        ]
    }

    /// The URLs of a session, with the host and the scheme by which the caller reached this server.
    /// - Parameter lease: the session's own listeners; nil when it has none.
    func addresses(of session: Session, _ lease: PortLease?) -> (base: String, s3: String?) {
        let own = request.baseURL
        let identity = session.identity
        guard let lease else {
            return (own + identity.urlPrefix, engine.environment.s3BaseURL(request).map { $0 + identity.urlPrefix })
        }
        let (host, scheme) = (request.baseHost, request.arrival.scheme)
        return (lease.listeners.http.url(scheme: scheme, host: host), lease.listeners.s3.map { $0.url(scheme: scheme, host: host) })
    }
}

extension Session {
    /// The session as lists show it.
    var summary: JSONValue {
        [
            "id": .string(identity.id), "name": identity.name.map { .string($0) } ?? .null,
            "createdAt": .string(identity.createdAt.isoText),
            "lastUsedAt": .string(lastUsedAt.isoText), "requests": JSONValue(requestCount), "stubs": JSONValue(stubCount),
        ]
    }
}
