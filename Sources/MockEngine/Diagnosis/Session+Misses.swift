public import HTTPMessage
internal import StubModel

extension Session {
    /// Why no stub answers a request, and what would help. Compares the nearest stubs field by field: not cheap.
    public func missReport(for request: Request) -> MissReport {
        missReport(for: request, at: clock.now, view.routes, currentBoard)
    }

    func missReport(for request: Request, at now: Timestamp, _ routes: RouteTable, _ board: ScenarioBoard) -> MissReport {
        MissReport(
            request: request,
            candidates: NearMisses.closest(to: request, at: now, among: routes).map { stub, result in
                MissReport.Candidate(
                    mapping: stub.mapping, result: result,
                    scenario: stub.mapping.scenario.flatMap { rule in
                        rule.requiredState.map {
                            MissReport.ScenarioComparison(name: rule.name, requiredState: $0, state: board.state(of: rule.name))
                        }
                    })
            })
    }
}
