public import HTTPMessage
internal import StubModel

extension MockEngine {
    /// Decides about a body before it is read: whether a stub breaks the upload (a fault at `requestBody`).
    ///
    /// The stub is chosen by the head alone; loading refuses such a fault on a stub with body patterns. Where none is loaded this
    /// costs one look. Does not block.
    public func admit(_ head: Request) -> Admission {
        let view = session.view
        guard view.routes.breaksRequestBodies else { return .receive(maximumBytes: nil) }
        let arrivedAt = environment.clock.now
        let board = session.currentBoard
        var facts: RequestFacts?
        let chosen = view.routes.first(for: head) { stub in
            stub.matcher.matches(head, &facts) && board.admits(stub.mapping)
        }
        guard let chosen, chosen.breaksRequestBody else { return .receive(maximumBytes: nil) }
        let index = board.responseIndex(of: chosen.mapping)
        let compiled = chosen.responses[index]
        let draws = DrawLog(session.random)
        var counter = session.faultCounts.counter(chosen.id, response: index)
        let announced = head.firstHeader("Content-Length").flatMap { Int($0) }
        guard let fault = FaultPlanner.uploadFault(of: compiled.definition, contentLength: announced, draws: draws, counter: &counter)
        else { return .receive(maximumBytes: nil) }
        // The request will not be matched a second time, so its turn is taken now.
        _ = session.chooseAlone { $0.advance(chosen.mapping) }
        chosen.noteUse()
        let ticket = session.journal.open(
            head, at: arrivedAt, processing: environment.clock.now - arrivedAt, stub: chosen, responseIndex: index,
            response: Response(status: compiled.definition.status), isShared: false, details: EntryDetails(draws: draws.draws))
        return .breakBody(afterBytes: fault.afterBytes, fault.effect, ticket: ticket)
    }
}
