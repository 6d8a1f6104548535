public import HTTPMessage
internal import StubModel

extension MockEngine {
    /// Decides about a body before it is read: whether a stub breaks the upload (a fault at `requestBody`).
    ///
    /// The stub is chosen by the head alone; loading refuses such a fault on a stub that asks about bodies. Where none is loaded this
    /// costs one look. Does not block.
    public func admit(_ head: Request) -> Admission {
        let view = session.view
        guard view.routes.breaksRequestBodies else { return .receive(maximumBytes: nil) }
        let arrivedAt = environment.clock.now
        while true {
            let board = session.currentBoard
            var facts: RequestFacts?
            let chosen = view.routes.first(for: head) { stub in
                stub.matcher.matches(head, &facts) && board.admits(stub.mapping)
            }
            guard let chosen, chosen.breaksRequestBody else { return .receive(maximumBytes: nil) }
            let index = board.responseIndex(of: chosen.mapping)
            let definition = chosen.responses[index].definition
            let draws = DrawLog(session.random)
            var counter = session.faultCounts.counter(chosen.id, response: index)
            let announced = head.firstHeader("Content-Length").flatMap { Int($0) }
            guard let fault = FaultPlanner.uploadFault(of: definition, contentLength: announced, draws: draws, counter: &counter)
            else { return .receive(maximumBytes: nil) }
            // The request will not be matched a second time, so its turn is taken now, unless another upload was faster.
            guard session.chooseAlone({ $0.advance(chosen.mapping, giving: index) }) else { continue }
            chosen.noteUse()
            let summary = WireFault(fault.effect, at: .requestBody).summary
            let ticket = session.journal.open(
                head, at: arrivedAt, processing: environment.clock.now - arrivedAt, stub: chosen, responseIndex: index,
                response: Response(status: definition.status), isShared: false, details: EntryDetails(draws: draws.draws, fault: summary))
            return .breakBody(afterBytes: fault.afterBytes, fault.effect, ticket: ticket)
        }
    }
}
