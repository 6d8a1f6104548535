internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import ResponseOrders
internal import StubModel

/// Returns the next run of an exploration, with its own session; 204 when no run is left. Waits if the next run depends on the result of a
/// run in progress: with `timeoutMilliseconds` at most that long, then the reply is a 408.
enum StartExplorationRun: AdminEndpoint {
    static let method = "POST"
    static let path = "/explorations/{id}/next"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let exploration = try call.namedExploration()
        let timeout: Duration? = try call.readFields { fields in
            fields.exactNumber("timeoutMilliseconds", in: 0...AdminCall.longestWait).map { .milliseconds($0) }
        }
        guard let timeout else {
            return .later { give in exploration.next { give(reply(to: $0, of: exploration, call)) } }
        }
        return .when(within: timeout, of: call) { happened -> TimedWait.Stop in
            let wait = exploration.next { happened(reply(to: $0, of: exploration, call)) }
            return {
                guard wait?.withdraw() == true else { return nil }
                return { late(exploration, timeout) }
            }
        }
    }

    private static func reply(to step: Exploration.Step, of exploration: LiveExploration, _ call: AdminCall) -> AdminReply {
        guard case .run(let run) = step else { return AdminReply(status: 204) }
        do {
            return try begin(run, of: exploration, call)
        } catch {
            exploration.lose(run.number)
            return AdminReply(error)
        }
    }

    private static func late(_ exploration: LiveExploration, _ timeout: Duration) -> AdminReply {
        let runs = exploration.runsUnderWay
        let those = runs.count == 1 ? "of run \(runs[0])" : "of the runs \(runs.map(String.init).joined(separator: ", "))"
        return AdminError(
            status: 408, title: "No run could begin within \(timeout.wholeMilliseconds) ms",
            detail: "The next one depends on the result \(those): POST …/runs/\(runs.first ?? 0) with {\"passed\": true} tells it."
        ).reply
    }

    private static func begin(_ run: ExplorationRun, of exploration: LiveExploration, _ call: AdminCall) throws -> AdminReply {
        let (session, lease) = try call.open(exploration.session, exploration.stubs, exploration.order(of: run))
        guard call.engine.begin(run, of: exploration, in: session) else { return AdminReply(status: 204) }
        return .json([
            "run": JSONValue(run.number), "of": JSONValue(exploration.exploration.expectedRuns), "schedule": .string(run.schedule),
            "purpose": .string(run.purpose.rawValue), "session": call.description(of: session, lease),
        ])
    }
}
