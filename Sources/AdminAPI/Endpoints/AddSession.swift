internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Opens a session with everything that it is to have. It is live when the call returns.
enum AddSession: AdminEndpoint {
    static let method = "POST"
    static let path = "/sessions"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let (definition, stubs) = try read(call)
        let lease = definition.wantsPorts ? try lease(call) : nil
        do {
            let session = try call.engine.openSession(definition, stubs: stubs, httpPort: lease?.httpPort, s3Port: lease?.s3Port)
            if let lease { session.whenEnded(lease.close) }
            let addresses = call.addresses(of: session, lease)
            var object: JSONObject = [
                "id": .string(session.identity.id), "name": session.identity.name.map { .string($0) } ?? .null,
                "baseUrl": .string(addresses.base),
            ]
            object["s3BaseUrl"] = addresses.s3.map { .string($0) } ?? .null
            object["adminUrl"] = .string(addresses.base + AdminAPI.prefix)
            object["seed"] = JSONValue(Int(truncatingIfNeeded: session.options.seed))
            return .json(.object(object), status: 201)
        } catch {
            lease?.close()
            throw error
        }
    }

    /// Everything that is wrong is reported together. An empty body asks for nothing special.
    private static func read(_ call: AdminCall) throws -> (SessionDefinition, [CompiledStub]) {
        if try call.body.isEmpty { return (SessionDefinition(), []) }
        return try call.read { node, report in
            guard let definition = SessionDefinition.decode(node, report) else { return nil }
            let stubs = definition.mappings.compactMap { node in
                StubMapping.decode(node, report).flatMap { call.engine.compile($0, report) }
            }
            return (definition, stubs)
        }
    }

    private static func lease(_ call: AdminCall) throws -> PortLease {
        guard let ports = call.services.ports else {
            throw AdminError(status: 501, title: "This server gives sessions no ports of their own", detail: "Leave \"ports\" out.")
        }
        do { return try ports.lease() } catch let error as PortLeaseError {
            throw AdminError(status: 503, title: error.title, detail: error.repair, headers: [("Retry-After", "1")])
        }
    }
}
