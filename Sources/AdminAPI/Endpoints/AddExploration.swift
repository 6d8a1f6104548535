internal import ResponseOrders
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Begins an exploration: a test that runs under many orders of its responses. The first call of `next` starts its first run.
enum AddExploration: AdminEndpoint {
    static let method = "POST"
    static let path = "/explorations"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Explorations cannot begin")
        var settings = Exploration.Settings()
        settings.seed = call.engine.session.options.seed
        let (order, session, stubs): (OrderDefinition, SessionDefinition, [CompiledStub]) = try read(call, &settings)
        guard let exploration = call.engine.openExploration(settings, order: order, session: session, stubs: stubs) else {
            throw AdminError(
                status: 503, title: "There are \(MockEngine.maximumExplorations) explorations already",
                detail: "DELETE /__admin/explorations/{id} ends one.")
        }
        return .json(["id": .string(exploration.id)], status: 201)
    }

    /// Reports all mistakes together. An empty body means the defaults.
    private static func read(
        _ call: AdminCall, _ settings: inout Exploration.Settings
    ) throws -> (OrderDefinition, SessionDefinition, [CompiledStub]) {
        try call.readOrDefaults { node, report in
            guard var fields = FieldReader(node, report) else { return nil }
            settings.cover = fields.word("cover") ?? settings.cover
            settings.runs = fields.exactNumber("maximumRuns", in: 1...Exploration.Settings.maximumRuns) ?? settings.runs
            settings.seed = fields.exactNumber("seed", in: 0...Int.max).map { UInt64($0) } ?? settings.seed
            let order = fields.take("order").map { OrderDefinition($0, call.engine, report, hasSchedule: false) } ?? OrderDefinition()
            let session = fields.take("session").map { SessionDefinition.decode($0, report) } ?? SessionDefinition()
            fields.finish()
            if let place = session?.order {
                report.add("the \"order\" of a session has no effect in an exploration", at: place, repair: "Put it beside \"session\".")
            }
            guard let order, let session else { return nil }
            return (order, session, call.stubs(of: session, report))
        }
    }
}
