internal import HTTPMessage
internal import JSONDocument
internal import StubModel

extension MockEngine {
    /// How often a choice is made again before it is made alone.
    private static let maximumAttempts = 8

    /// What was chosen.
    private struct Choice: Sendable {
        var stub: CompiledStub
        var responseIndex: Int
    }

    /// Chooses on a snapshot of the scenario states, without a lock, and claims the choice under the lock. If meanwhile something
    /// has changed that can change the choice, it is made again.
    func respond(to request: Request, at arrivedAt: Timestamp, statefully view: Session.View) -> Answer {
        let selection = Selection(request, session.random)
        for _ in 0..<Self.maximumAttempts {
            let board = session.currentBoard
            guard let stub = selection.stub(in: view.routes, board) else {
                return .unmatched(
                    Miss(request: request, arrivedAt: arrivedAt, routes: view.routes, board: board, events: selection.events))
            }
            guard stub.isStateful else {
                return answer(request, at: arrivedAt, stub, responseIndex: 0, view, draws: selection.draws, events: selection.events)
            }
            if let index = session.claim(stub, seen: board.version) {
                return answer(request, at: arrivedAt, stub, responseIndex: index, view, draws: selection.draws, events: selection.events)
            }
        }
        var board = ScenarioBoard()
        let choice = session.chooseAlone { current -> Choice? in
            board = current
            return selection.stub(in: view.routes, current).map { Choice(stub: $0, responseIndex: current.advance($0.mapping)) }
        }
        guard let choice else {
            return .unmatched(
                Miss(request: request, arrivedAt: arrivedAt, routes: view.routes, board: board, events: selection.events))
        }
        return answer(
            request, at: arrivedAt, choice.stub, responseIndex: choice.responseIndex, view, draws: selection.draws,
            events: selection.events)
    }

    /// Makes the stub's answer, and notes it.
    /// - Parameter events: what was found worth telling while stubs were looked at.
    func answer(
        _ request: Request, at arrivedAt: Timestamp, _ stub: CompiledStub, responseIndex: Int, _ view: Session.View, draws: DrawLog?,
        events: [SubEvent]
    ) -> Answer {
        stub.noteUse()
        if let response = stub.immediateResponse, draws == nil, events.isEmpty, !view.delaysEverything {
            response.wireSlot.prefetch()
            let ticket = session.journal.open(request, at: arrivedAt, stub: stub, response: response, isShared: true)
            return .plan(WirePlan(response, ticket: ticket))
        }
        let compiled = stub.responses[responseIndex]
        var context = RenderContext(nowMilliseconds: Int(arrivedAt.milliseconds), draws: draws ?? DrawLog(session.random))
        context.latencyScale = environment.latencyScale
        context.s3BaseURL = environment.s3BaseURL
        context.bodyLimits = environment.matchers.limits
        context.requestID = RequestName(session.random)
        context.pathParameters = stub.matcher.pathParameters(request)
        if compiled.isProxied {
            return proxy(
                ProxyExchange(
                    request: request, arrivedAt: arrivedAt, stub: stub, responseIndex: responseIndex, context: context,
                    settings: view.settings))
        }
        var counter = session.faultCounts.counter(stub.id, response: responseIndex)
        var plan = compiled.plan(for: request, in: context, settings: view.settings, counter: &counter)
        plan.ticket = session.journal.open(
            request, at: arrivedAt, processing: environment.clock.now - arrivedAt, stub: stub, responseIndex: responseIndex,
            response: plan.response, isShared: plan.response === compiled.staticResponse,
            addedDelay: plan.performance?.initialDelay ?? .zero,
            details: EntryDetails(context, plan, compiled.definition, events))
        announce(stub.webhooks, of: request, in: context, ticket: plan.ticket)
        return .plan(plan)
    }
}

/// Looks for the stub that answers one request, as often as it takes. What was read and drawn for an attempt is kept for the next.
private final class Selection {
    private let request: Request
    private let random: RandomSource
    private var facts: RequestFacts?
    private var log: DrawLog?
    private var verdicts: [UniqueID: Bool] = [:]

    init(_ request: Request, _ random: RandomSource) {
        self.request = request
        self.random = random
    }

    var draws: DrawLog? { log }
    var events: [SubEvent] { facts?.events ?? [] }

    func stub(in routes: RouteTable, _ board: ScenarioBoard) -> CompiledStub? {
        routes.first(for: request) { stub in
            stub.matcher.matches(request, &facts)
                && (!stub.isStateful || board.admits(stub.mapping) && isInLuck(stub))
        }
    }

    private func isInLuck(_ stub: CompiledStub) -> Bool {
        guard let probability = stub.mapping.probability else { return true }
        if let verdict = verdicts[stub.id] { return verdict }
        let log = log ?? DrawLog(random)
        self.log = log
        let verdict = log.draw("probability", show: { .bool($0) }) { $0.fraction() < probability }
        verdicts[stub.id] = verdict
        return verdict
    }
}

extension Session.View {
    /// Whether the settings slow every answer.
    fileprivate var delaysEverything: Bool { settings.fixedDelay != nil || settings.delayDistribution != nil }
}

extension Timestamp {
    static func - (left: Timestamp, right: Timestamp) -> Duration { .nanoseconds(left.nanoseconds - right.nanoseconds) }
}
