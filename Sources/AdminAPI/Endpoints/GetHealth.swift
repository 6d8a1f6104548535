internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// Says that the server works. Requires no token.
enum GetHealth: AdminEndpoint {
    static let method = "GET"
    static let path = "/health"
    static let isQuick = true

    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { true }

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let report = call.engine.environment.fixtures.report
        // Clients of WireMock's look for its message.
        var health: JSONObject = [
            "status": "healthy", "message": "Wiremock is ok", "version": .string(AdminAPI.wireMockVersion),
            "understudyVersion": .string(call.services.version),
            "uptimeInSeconds": JSONValue(Int(call.session.clock.uptime.components.seconds - call.services.startedAt.components.seconds)),
            "timestamp": .string(call.session.clock.now.isoText), "fixtures": fixtures(report),
            "settingsForRestart": .array(report.settingsForRestart.map { .string($0) }),
        ]
        if let certificate = call.services.certificate { health["certificate"] = certificate().json }
        return .json(.object(health))
    }

    /// The most problems that are shown.
    private static let shownProblems = 20

    /// Whether all of the saved fixtures are in use, and if not, what is not, and why.
    private static func fixtures(_ report: FixtureHealth.Report) -> JSONValue {
        var object: JSONObject = [
            "state": report.problems.isEmpty ? "current" : "stale", "loads": JSONValue(report.loads),
            "failedLoads": JSONValue(report.failedLoads),
        ]
        let ofOne = report.fileProblems + report.objectProblems
        if !ofOne.isEmpty {
            object["objectProblemCount"] = JSONValue(ofOne.count)
            object["objectProblems"] = .array(ofOne.prefix(shownProblems).map(shown))
        }
        if let loadedAt = report.loadedAt { object["loadedAt"] = .string(loadedAt.isoText) }
        guard let since = report.staleSince else { return .object(object) }
        object["staleSince"] = .string(since.isoText)
        object["kept"] = FixturePart.json(report.kept)
        object["problemCount"] = JSONValue(report.problems.count)
        object["problems"] = .array(report.problems.prefix(shownProblems).map(shown))
        return .object(object)
    }

    private static func shown(_ problem: Problem) -> JSONValue {
        var object: JSONObject = ["file": .string(problem.source)]
        if let position = problem.position {
            object["line"] = JSONValue(position.line)
            object["column"] = JSONValue(position.column)
        }
        object["message"] = .string(problem.message)
        if let repair = problem.repair { object["repair"] = .string(repair) }
        return .object(object)
    }
}
