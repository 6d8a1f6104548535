package import HTTPMessage
internal import LinkModel
internal import StubModel

/// What was decided on the head of an upload.
final class AdmittedUpload: AdmittedRequest {
    let session: Session
    /// Nil if no stub was looked up yet.
    let event: ServeEvent?
    /// Its transfer over the session's link; nil without a link.
    let flow: LinkFlow?

    init(_ session: Session, _ event: ServeEvent?, _ flow: LinkFlow?) {
        self.session = session
        self.event = event
        self.flow = flow
    }
}

extension Session {
    /// Decides about a body before it is read: whether a stub aborts the upload (a fault at `requestBody`).
    ///
    /// The stub is chosen on the head alone; a stub with such a fault must not have conditions on the body, which is checked when it is
    /// loaded. Draws and choice are kept for the complete request. Costs one check if no stub has such a fault. Does not block.
    /// - Parameter arrival: how the request reached this session; nil for the server's own.
    package func admit(_ head: Request, arrival: SessionArrival? = nil) -> Admission {
        let view = view
        if view.isOnLink, let broken = breakUpload(of: head, arrival) { return broken }
        guard view.routes.breaksRequestBodies else { return receive(head, view, nil) }
        var serve = ServeEvent(head, in: self, arrival)
        while true {
            let board = currentBoard
            let stub = serve.firstStub(on: board)
            let chosen = serve.chosen(with: stub)
            guard chosen.contains(where: \.breaksRequestBody) else {
                return receive(head, view, serve)
            }
            let indices = chosen.map { board.responseIndex(of: $0.mapping) }
            let behavior = ResponseBehavior(sources: zip(chosen, indices).map { ResponseBehavior.Source($0, $1) })
            let announced = head.firstHeader("Content-Length").flatMap { Int($0) }
            guard let fault = behavior.uploadFault(contentLength: announced, draws: serve.log(), counts: faultCounts) else {
                // A stub with conditions on the body may still match first.
                let isFinal = !(serve.facts?.hasReadBody ?? false)
                if isFinal, withBoard({ $0.advance(chosen.map(\.mapping), giving: indices) }) { serve.take(stub, indices) }
                return receive(head, view, serve)
            }
            // The request is not matched a second time, so the turn is taken now, unless another upload took it first.
            guard withBoard({ $0.advance(chosen.map(\.mapping), giving: indices) }) else { continue }
            serve.take(stub, indices)
            serve.breaks(WireFault(fault.effect, at: .requestBody), status: serve.compiled?.definition.status ?? 200)
            if number != 0 { activity.noteRequest(at: realUptime) }
            noteChoice(serve)
            serve.openEntry()
            keepOpenIfAwaited(&serve)
            return .breakBody(afterBytes: fault.afterBytes, fault.effect, ticket: serve.ticket)
        }
    }

    /// Accepts the body, at the rate of the session's link if it has one.
    private func receive(_ head: Request, _ view: View, _ event: ServeEvent?) -> Admission {
        let flow = view.isOnLink ? uploadFlow(for: head) : nil
        guard event != nil || flow != nil else { return .receive(maximumBytes: nil) }
        return .receive(maximumBytes: nil, as: AdmittedUpload(self, event, flow), regulator: flow.map { UploadLink($0, clock) })
    }

    /// Records a request that the wire refused itself, or that the client broke off.
    package func refused(_ refusal: WireRefusal, arrival: SessionArrival? = nil) {
        environment.observer?.refused(refusal)
        // Another protocol, or a client that left within its first line: not a request that a journal could list.
        if refusal.status == 0, refusal.request.methodBytes.isEmpty { return }
        var serve = ServeEvent(refusal.request, in: self, arrival)
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
