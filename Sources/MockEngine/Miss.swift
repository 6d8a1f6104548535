public import HTTPMessage

/// A request that no stub answers, with what is needed to say why.
public struct Miss: Sendable {
    public let request: Request
    public let arrivedAt: Timestamp
    let routes: RouteTable
    let board: ScenarioBoard
    /// What was found worth telling while stubs were looked at.
    let events: [SubEvent]

    /// The stubs that were there, in the order of matching.
    public var stubs: [CompiledStub] { routes.ordered }

    /// The state that the scenario was in.
    public func state(ofScenario name: String) -> String { board.state(of: name) }
}

/// What the engine says to a request.
public enum Answer: Sendable {
    /// Perform this.
    case plan(WirePlan)
    /// Another server is asked; perform this when it is there.
    case later(DeferredPlan)
    /// Nothing matched. Whoever answers in the end has it noted by `MockEngine.note(_:answered:)`.
    case unmatched(Miss)
}
