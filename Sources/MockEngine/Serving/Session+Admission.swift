public import HTTPMessage
internal import StubModel

/// What was decided on the head of an upload.
final class AdmittedUpload: AdmittedRequest {
    let event: ServeEvent
    init(_ event: ServeEvent) { self.event = event }
}

extension Session {
    /// Decides about a body before it is read: whether a stub breaks the upload (a fault at `requestBody`).
    ///
    /// The stub is chosen on the head alone; loading refuses such a fault on a stub that asks about bodies. What was drawn and chosen
    /// holds when the request is whole. Where no stub breaks uploads this costs one look. Does not block.
    public func admit(_ head: Request) -> Admission {
        guard view.routes.breaksRequestBodies else { return .receive(maximumBytes: nil) }
        var serve = ServeEvent(head, in: self)
        while true {
            let board = currentBoard
            guard let stub = serve.firstStub(on: board), stub.breaksRequestBody else {
                return .receive(maximumBytes: nil, as: AdmittedUpload(serve))
            }
            let index = board.responseIndex(of: stub.mapping)
            let definition = stub.responses[index].definition
            var counter = faultCounts.counter(stub.id, response: index)
            let announced = head.firstHeader("Content-Length").flatMap { Int($0) }
            let fault = FaultPlanner.uploadFault(of: definition, contentLength: announced, draws: serve.log(), counter: &counter)
            guard let fault else {
                // Another stub may still come first, if it asks about the body.
                let isFinal = !(serve.facts?.hasReadBody ?? false)
                if isFinal, withBoard({ $0.advance(stub.mapping, giving: index) }) { serve.take(stub, responseIndex: index) }
                return .receive(maximumBytes: nil, as: AdmittedUpload(serve))
            }
            // The request is not matched a second time, so its turn is taken now, unless another upload was faster.
            guard withBoard({ $0.advance(stub.mapping, giving: index) }) else { continue }
            serve.take(stub, responseIndex: index)
            serve.breaksUpload(WireFault(fault.effect, at: .requestBody), status: definition.status)
            serve.openEntry()
            return .breakBody(afterBytes: fault.afterBytes, fault.effect, ticket: serve.ticket)
        }
    }

    /// Notes a request that the wire refused itself, or that its client broke off.
    public func refused(_ refusal: WireRefusal) {
        environment.observer?.refused(refusal)
        // Another protocol, or a client that left within its first line: no request that a journal could list.
        if refusal.status == 0, refusal.request.methodBytes.isEmpty { return }
        var serve = ServeEvent(refusal.request, in: self)
        let response = Response(status: refusal.status)
        serve.response = response
        serve.plan = WirePlan(response)
        serve.notes.append(.message(.error, refusal.reason))
        serve.openEntry()
        let ending: ExchangeOutcome.Ending =
            switch refusal.cause {
            case .brokenOff: .clientLeft
            case .headTimeout, .bodyTimeout: .timedOut
            default: .performed
            }
        if let ticket = serve.ticket { journal.close(ticket, ExchangeOutcome(ending: ending, bodyBytes: refusal.sentBytes)) }
    }
}
