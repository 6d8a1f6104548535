internal import HTTPMessage
package import LinkModel
internal import StubModel

/// The link of the session's traffic.
extension Session {
    /// The current profile; `off` for none. A change also applies to transfers in progress, unless they began without a link.
    package var network: LinkProfile {
        get { link.profile }
        set { changeNetwork(to: newValue) }
    }

    /// The current time, as links count it.
    var linkTime: Int64 { clock.uptime.wholeNanoseconds }

    /// Starts the transfer of a request's body that is still to be read.
    func uploadFlow(for head: Request) -> LinkFlow { openFlow(on: link, for: head, bodyBytes: 0) }

    /// The same over a link of its own. Nil for one that limits nothing.
    func uploadFlow(for head: Request, on profile: LinkProfile) -> LinkFlow? {
        profile.isTransparent ? nil : openFlow(on: Link(profile), for: head, bodyBytes: 0)
    }

    private func openFlow(on link: Link, for request: Request, bodyBytes: Int) -> LinkFlow {
        let traits = LinkFlow.Traits(
            seed: nextFlowSeed(), opensConnection: request.indexOnConnection == 0, requestHeadBytes: request.headByteCount)
        let flow = LinkFlow(on: link, traits)
        flow.requestHas(bodyBytes: bodyBytes)
        return flow
    }

    /// Limits a response by its own network, or else the session's, and by its own rate.
    /// - Parameter bodyBytes: length of the body that is sent; nil if unknown.
    /// - Returns: nil if nothing limits it.
    func responseLink(for serve: inout ServeEvent, bodyBytes: Int?) -> ResponseLink? {
        let isOnSessionLink = serve.network == nil && (serve.view.isOnLink || serve.flow != nil && serve.flowNetwork == nil)
        let isOnUploadsLink = serve.network != nil && serve.network == serve.flowNetwork
        let ownProfile = serve.network.flatMap { $0.isTransparent ? nil : $0 }
        guard let response = serve.plan?.response, isOnSessionLink || ownProfile != nil || serve.bitsPerSecond != nil else {
            serve.flow?.ended()
            serve.flow = nil
            return nil
        }
        let flow: LinkFlow
        if isOnSessionLink && serve.flowNetwork == nil || isOnUploadsLink, let existing = serve.flow {
            flow = existing
        } else {
            serve.flow?.ended()
            let link = isOnSessionLink ? link : Link(ownProfile ?? .off)
            flow = openFlow(on: link, for: serve.request, bodyBytes: serve.request.body.count)
        }
        flow.limitResponse(to: serve.bitsPerSecond)
        serve.flow = flow
        return ResponseLink(flow, headBytes: response.headBytes, bodyBytes: bodyBytes)
    }

    /// The plan that breaks the connection of a request because the link fails new connections; nil if the request gets a response.
    ///
    /// The entry names the stub that would have matched; its scenario and sequence do not advance.
    func breakConnection(_ serve: inout ServeEvent) -> WirePlan? {
        guard let effect = connectFault(of: serve.request) else { return nil }
        noteWhatWouldMatch(&serve)
        serve.replacePlan(by: WireFault(effect, at: .beforeHeaders), status: serve.compiled?.definition.status ?? 200)
        stage(&serve)
        openEntry(&serve)
        keepOpenIfAwaited(&serve)
        serve.stage?.begin(serve)
        return serve.plan
    }

    /// The same for a request whose body is still to be read.
    func breakUpload(of head: Request, _ arrival: SessionArrival?) -> Admission? {
        guard let effect = connectFault(of: head) else { return nil }
        var serve = ServeEvent(head, in: self, arrival)
        noteWhatWouldMatch(&serve)
        serve.replacePlan(by: WireFault(effect, at: .requestBody), status: serve.compiled?.definition.status ?? 200)
        if number != 0 { activity.noteRequest(at: realUptime) }
        openEntry(&serve)
        keepOpenIfAwaited(&serve)
        return .breakBody(afterBytes: 1, effect, ticket: serve.ticket)
    }

    private func noteWhatWouldMatch(_ serve: inout ServeEvent) {
        let board = currentBoard
        let stub = serve.firstStub(on: board)
        serve.take(stub, serve.chosen(with: stub).map { board.responseIndex(of: $0.mapping) })
    }

    private func connectFault(of request: Request) -> WireFault.Effect? {
        guard request.indexOnConnection == 0, let fault = network.connectFault else { return nil }
        return switch fault {
        case .reset: .reset
        case .close: .close
        case .stall: .stall
        }
    }
}

extension Response {
    /// The approximate length of the head on the wire, with `Date` and `Content-Length`.
    fileprivate var headBytes: Int {
        headers.reduce(17 + 2 + 37 + 22) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }
}
