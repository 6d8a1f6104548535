package import HTTPMessage
internal import LinkModel
internal import StubModel

/// What was decided on the head of an upload.
final class AdmittedUpload: AdmittedRequest {
    let session: Session
    /// Nil if no stub was looked up yet.
    let event: ServeEvent?
    /// Its transfer over a link; nil without a link.
    let flow: LinkFlow?
    /// The link that a stub or a modifier names; nil for the session's.
    let network: LinkProfile?

    init(_ session: Session, _ event: ServeEvent?, _ flow: LinkFlow?, _ network: LinkProfile?) {
        self.session = session
        self.event = event
        self.flow = flow
        self.network = network
    }
}

/// What is chosen on a request's head, with the response that each would give with the states of that moment.
private struct HeadChoice {
    let stub: CompiledStub?
    /// The modifiers, and the stub.
    private let chosen: [CompiledStub]
    /// Which of its responses each of them gives.
    let indices: [Int]

    init(_ stub: CompiledStub?, of serve: borrowing ServeEvent, on board: ScenarioBoard) {
        self.stub = stub
        chosen = serve.chosen(with: stub)
        indices = chosen.map { board.responseIndex(of: $0.mapping) }
    }

    var mappings: [StubMapping] { chosen.map(\.mapping) }
    var breaksUpload: Bool { chosen.contains(where: \.breaksRequestBody) }
    var behavior: ResponseBehavior { ResponseBehavior(sources: zip(chosen, indices).map { ResponseBehavior.Source($0, $1) }) }
}

/// Whether a request has got the turn of what was chosen on its head.
private enum HeadClaim {
    /// Another request has taken the turn of one of them.
    case lost
    /// No turn is taken: the choice is made again on the whole request.
    case open
    /// The turn is taken. With the fault that breaks the upload; nil if none happens.
    case taken((afterBytes: Int, effect: WireFault.Effect)?)
}

extension Session {
    /// Decides about a body before it is read: whether a stub aborts the upload (a fault at `requestBody`), and who takes it.
    ///
    /// The stub is chosen on the head alone; a stub with such a fault must not have conditions on the body, which is checked when it is
    /// loaded. If no stub matches the head, and none examines the body, the source of content may take the body while it arrives. Draws and
    /// choice are kept for the complete request. Costs two checks if no stub has such a fault and no source takes bodies. Waits for nothing
    /// but the disk, where S3's source looks at the status of files.
    /// - Parameter arrival: how the request reached this session; nil for the server's own.
    package func admit(_ head: Request, arrival: SessionArrival? = nil) -> Admission {
        let view = view
        if view.isOnLink, let broken = breakUpload(of: head, arrival) { return broken }
        guard view.routes.breaksRequestBodies else { return receive(head, view, nil, arrival) }
        var serve = ServeEvent(head, in: self, arrival)
        if head.hasConditions { serve.takePlainTags() }
        if environment.work != nil { serve.pausesAfter = Self.stepsOfWorker }
        let (choice, claim) = claimOnHead(&serve)
        // The whole request is matched again, where it may take its time.
        if serve.stop != nil { return receive(nil, over: view.isOnLink ? uploadFlow(for: head) : nil) }
        guard case .taken(let fault) = claim else { return receive(head, view, serve, arrival) }
        serve.take(choice.stub, choice.indices)
        guard let fault else { return receive(head, view, serve, arrival) }
        serve.replacePlan(by: WireFault(fault.effect, at: .requestBody), status: serve.compiled?.definition.status ?? 200)
        if number != 0 { activity.noteRequest(at: realUptime) }
        noteChoice(serve)
        // The fault of a modifier breaks the upload, whatever would have responded.
        if serve.stub == nil { noteModifiers(serve) }
        environment.tally.note(serve, isFailure: false)
        openEntry(&serve)
        keepOpenIfAwaited(&serve)
        return .breakBody(afterBytes: fault.afterBytes, fault.effect, ticket: serve.ticket)
    }

    /// Chooses on the head, and takes the turn of what breaks uploads. Like `ServeEvent.choose`, on snapshots of the states first, and then
    /// under the lock.
    private func claimOnHead(_ serve: inout ServeEvent) -> (HeadChoice, HeadClaim) {
        for _ in 0..<ServeEvent.maximumAttempts {
            let board = currentBoard
            let choice = HeadChoice(serve.firstStub(on: board), of: serve, on: board)
            if !choice.breaksUpload { return (choice, .open) }
            let claim = withBoard { self.claim(choice, of: &serve, on: &$0) }
            if case .lost = claim { continue }
            return (choice, claim)
        }
        return withBoard { board in
            let choice = HeadChoice(serve.firstStub(on: board), of: serve, on: board)
            return (choice, choice.breaksUpload ? claim(choice, of: &serve, on: &board) : .open)
        }
    }

    /// Plans the fault where the choice still holds, so that a fault is drawn and counted only for a turn that is taken.
    private func claim(_ choice: HeadChoice, of serve: inout ServeEvent, on board: inout ScenarioBoard) -> HeadClaim {
        if serve.stop != nil { return .open }
        var advanced = board
        guard advanced.advance(choice.mappings, giving: choice.indices) else { return .lost }
        let fault = choice.behavior.uploadFault(length: serve.request.announcedLength, draws: serve.log(), counts: faultCounts)
        // Without a fault, a stub with conditions on the body may still match first.
        if fault == nil, serve.facts?.hasReadBody == true { return .open }
        board = advanced
        return .taken(fault)
    }

    /// Accepts the body, at the rate of the session's link if it has one. On the S3 listener a stub or a modifier may name another link.
    private func receive(_ head: Request, _ view: View, _ event: ServeEvent?, _ arrival: SessionArrival?) -> Admission {
        guard head.arrival.listener == .s3, let contents = environment.contents else {
            return receive(event, over: view.isOnLink ? uploadFlow(for: head) : nil)
        }
        var serve = event ?? ServeEvent(head, in: self, arrival)
        if environment.work != nil { serve.pausesAfter = Self.stepsOfWorker }
        let stub = serve.isChosen ? serve.stub : serve.firstStub(on: currentBoard)
        // A stub that examines the body may still match.
        let isDecided = serve.stop == nil && !(serve.facts?.hasReadBody ?? false)
        // A modifier with a template is rendered on the work pool, after the body.
        let mayRefuse = isDecided && !serve.rendersModifiers
        if stub != nil, mayRefuse, isAwaited(head), let plan = refuse(&serve, with: stub) { return .refuse(plan) }
        let upload = stub == nil && isDecided ? contents.upload(for: head, in: self) : nil
        serve.upload = upload
        if let upload, upload.isRefused, mayRefuse, isAwaited(head), let plan = refuse(&serve, with: nil) { return .refuse(plan) }
        let network = isDecided ? network(of: serve, stub) : nil
        let flow = network.map { uploadFlow(for: head, on: $0) } ?? (view.isOnLink ? uploadFlow(for: head) : nil)
        guard let upload else { return receive(event, over: flow, network) }
        return .stream(
            to: upload, maximumBytes: upload.maximumBytes, as: AdmittedUpload(self, serve, flow, network),
            regulator: flow.map { UploadLink($0, clock) })
    }

    private func receive(_ event: ServeEvent?, over flow: LinkFlow?, _ network: LinkProfile? = nil) -> Admission {
        guard event != nil || flow != nil else { return .receive(maximumBytes: nil) }
        return .receive(
            maximumBytes: nil, as: AdmittedUpload(self, event, flow, network), regulator: flow.map { UploadLink($0, clock) })
    }

    /// The link of what the head chooses; nil for the session's.
    private func network(of serve: borrowing ServeEvent, _ stub: CompiledStub?) -> LinkProfile? {
        if serve.chosen(with: stub).isEmpty { return nil }
        return serve.isChosen
            ? ResponseBehavior(sources: serve.behaviors).network : HeadChoice(stub, of: serve, on: currentBoard).behavior.network
    }

    /// Whether a refusal comes before the body, because the client waits for leave to send it, or has much to send. The connection ends
    /// then, so other bodies are received and dropped. The session's order takes whole requests only.
    private func isAwaited(_ head: Request) -> Bool {
        guard options.order == nil else { return false }
        if head.firstHeader("Expect").map({ ASCII.equalsIgnoringCase($0, "100-continue") }) ?? false { return true }
        return head.firstHeader("Content-Length").flatMap { Int($0) }.map { $0 > Self.longRefusedBytes } ?? true
    }

    /// Longer bodies of refused requests are not received.
    private static let longRefusedBytes = 1 << 20

    /// The plan for a request that the source has refused on its head, or to which a stub responds with S3's error.
    /// - Parameter stub: that of the head; nil if none matches.
    /// - Returns: nil for other stubs, and if another request took the turn of a stub meanwhile: the choice is made again after the body.
    private func refuse(_ serve: inout ServeEvent, with stub: CompiledStub?) -> WirePlan? {
        if !serve.isChosen {
            let choice = HeadChoice(stub, of: serve, on: currentBoard)
            if let stub, let last = choice.indices.last, stub.responses[last].s3Error == nil { return nil }
            guard withBoard({ $0.advance(choice.mappings, giving: choice.indices) }) else { return nil }
            serve.take(stub, choice.indices)
        } else if stub != nil, serve.compiled?.s3Error == nil {
            return nil
        }
        if number != 0 { activity.noteRequest(at: realUptime) }
        noteChoice(serve)
        _ = render(&serve)
        return conclude(&serve)
    }

    /// Records a request that the wire refused itself, or that the client broke off.
    package func refused(_ refusal: WireRefusal, arrival: SessionArrival? = nil) {
        environment.observer?.refused(refusal, in: identity)
        // Another protocol, or a client that left within its first line: not a request that a journal could list.
        if refusal.status == 0, refusal.request.methodBytes.isEmpty { return }
        var serve = ServeEvent(refusal.request, in: self, arrival)
        let response = Response(status: refusal.status)
        serve.response = response
        serve.plan = WirePlan(response)
        serve.notes.append(.message(.error, refusal.reason))
        if refusal.status > 0 {
            if number != 0 { activity.noteRequest(at: realUptime) }
            activity.noteMiss()
        }
        openEntry(&serve)
        if let ticket = serve.ticket { journal.close(ticket, ExchangeOutcome(ending: refusal.cause.ending, bodyBytes: refusal.sentBytes)) }
    }
}

extension Request {
    /// How many bytes of a body its head announces; nil if it does not say. An upload to S3 that comes in chunks says how long its content
    /// is.
    fileprivate var announcedLength: Int? {
        (firstHeader("Content-Length") ?? firstHeader("x-amz-decoded-content-length")).flatMap { Int($0) }
    }
}
