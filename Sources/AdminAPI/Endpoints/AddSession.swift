internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Opens a session with its stubs, clock, network and ports. It is live when the call returns.
enum AddSession: AdminEndpoint {
    static let method = "POST"
    static let path = "/sessions"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let (definition, stubs, order) = try read(call)
        let (session, lease) = try call.open(definition, stubs, order)
        return .json(call.description(of: session, lease), status: 201)
    }

    /// Reports all mistakes together. An empty body means the defaults.
    private static func read(_ call: AdminCall) throws -> (SessionDefinition, [CompiledStub], OrderDefinition?) {
        try call.readOrDefaults { node, report in
            guard let definition = SessionDefinition.decode(node, report) else { return nil }
            let order = definition.order.flatMap { OrderDefinition($0, call.engine, report) }
            return (definition, call.stubs(of: definition, report), order)
        }
    }
}
