internal import StubModel

extension Miss {
    /// Why, and what would help. Compares the nearest stubs field by field: not cheap.
    public var report: MissReport {
        let nearest = NearMisses.closest(to: request, among: routes)
        return MissReport(
            request: request,
            candidates: nearest.map { stub, result in
                MissReport.Candidate(
                    mapping: stub.mapping, result: result,
                    scenario: stub.mapping.scenario.flatMap { rule in
                        rule.requiredState.map {
                            MissReport.ScenarioComparison(name: rule.name, requiredState: $0, state: state(ofScenario: rule.name))
                        }
                    })
            })
    }
}
