internal import ResponseOrders
internal import JSONDocument
internal import MockEngine

/// Returns the next run of an exploration, with its own session; 204 when no run is left. Waits if the next run depends on the result of a
/// run in progress.
enum StartExplorationRun: AdminEndpoint {
    static let method = "POST"
    static let path = "/explorations/{id}/next"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let exploration = try call.namedExploration()
        return .later { give in
            exploration.next { step in
                switch step {
                case .finished: give(AdminReply(status: 204))
                case .wait: break
                case .run(let run):
                    do {
                        give(try begin(run, of: exploration, call))
                    } catch {
                        exploration.lose(run.number)
                        give(AdminReply(error))
                    }
                }
            }
        }
    }

    private static func begin(_ run: ExplorationRun, of exploration: LiveExploration, _ call: AdminCall) throws -> AdminReply {
        let (session, lease) = try call.open(exploration.session, exploration.stubs, exploration.order(of: run))
        call.engine.begin(run, of: exploration, in: session)
        return .json([
            "run": JSONValue(run.number), "of": JSONValue(exploration.exploration.expectedRuns), "schedule": .string(run.schedule),
            "purpose": .string(run.purpose.rawValue), "session": call.description(of: session, lease),
        ])
    }
}
