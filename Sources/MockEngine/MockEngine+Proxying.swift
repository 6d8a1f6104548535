internal import Handlebars
internal import HTTPMessage
internal import StubModel
internal import Synchronization

/// A request whose answer is another server's.
///
/// Unchecked because the render context is for one thread: the request's thread hands it over to the one thread that completes
/// the exchange, and does not touch it any more.
struct ProxyExchange: @unchecked Sendable {
    let request: Request
    let arrivedAt: Timestamp
    let stub: CompiledStub
    let responseIndex: Int
    let context: RenderContext
    let settings: EngineSettings

    var compiled: CompiledResponse { stub.responses[responseIndex] }
}

extension MockEngine {
    /// Asks the target. The answer, or why there is none, is fulfilled on a thread of the client's.
    func proxy(_ exchange: ProxyExchange) -> Answer {
        let proxy: ProxyDefinition
        do throws(TemplateError) {
            guard let target = try exchange.compiled.proxyTarget(for: exchange.request, in: exchange.context) else {
                return refuse(exchange, "The stub has no target.")
            }
            proxy = target
        } catch {
            return refuse(exchange, "Rendering the proxy's target failed: \(error.message).")
        }
        guard let upstream = environment.upstream else { return refuse(exchange, "This server does not proxy.") }
        guard var outgoing = UpstreamRequest(passing: exchange.request, to: proxy, environment.proxying) else {
            return refuse(
                exchange, "The target proxy address `\(proxy.baseURL + exchange.request.target)` is not an absolute URL.")
        }
        let entry = OpenEntry()
        outgoing.observer = observer(of: exchange, entry)
        let deferred = DeferredPlan()
        let url = outgoing.url
        let call = upstream.send(outgoing) { [self] result in
            switch result {
            case .success(let response):
                let plan = plan(for: exchange, answeredBy: response)
                entry.ticket.withLock { $0 = plan.ticket }
                deferred.fulfil(plan)
            case .failure(.cancelled):
                if let ticket = plan(for: exchange, sending: .text(500, "")).ticket {
                    finished(ticket, ExchangeOutcome(ending: .clientLeft))
                }
            case .failure(.denied(let address)):
                deferred.fulfil(plan(for: exchange, sending: .text(500, "\(UpstreamError.denied(address))\n")))
            case .failure(let error):
                deferred.fulfil(
                    plan(
                        for: exchange,
                        sending: .text(500, "Network failure trying to make a proxied request from WireMock to \(url)\n\(error)\n")))
            }
        }
        deferred.onAbandoned { call.cancel() }
        return .later(deferred)
    }

    private func refuse(_ exchange: ProxyExchange, _ sentence: String) -> Answer {
        .plan(plan(for: exchange, sending: .text(500, sentence + "\n")))
    }

    /// Tells the recorder of the answer, and the journal of a body that came after its entry was made.
    private func observer(of exchange: ProxyExchange, _ entry: OpenEntry) -> UpstreamRequest.Observer {
        let recorder = environment.proxyObserver
        let limit = max(recorder?.maximumBodyBytes ?? 0, environment.journal.maximumBodyBytes)
        return UpstreamRequest.Observer(maximumBodyBytes: limit) { [journal = session.journal, proxying = environment.proxying] response in
            guard case .bytes(let bytes) = response.body else { return }
            if let ticket = entry.ticket.withLock({ $0 }) { journal.keep(bytes, for: ticket) }
            recorder?.proxied(
                ProxiedExchange(
                    request: exchange.request, arrivedAt: exchange.arrivedAt, status: response.status,
                    headers: proxying.passed(response.headers), body: bytes))
        }
    }

    /// The target's answer, with the definition's own fields behind it.
    private func plan(for exchange: ProxyExchange, answeredBy response: Response) -> WirePlan {
        var headers = environment.proxying.passed(response.headers)
        do throws(TemplateError) {
            for field in try exchange.compiled.renderedHeaders(for: exchange.request, in: exchange.context) {
                headers.append(name: field.name, value: field.value)
            }
        } catch {
            return plan(for: exchange, sending: .text(500, "Rendering the answer's fields failed: \(error.message).\n"))
        }
        var body = response.body
        if exchange.request.methodBytes.elementsEqual("HEAD".utf8),
            let length = response.headers.first("Content-Length").flatMap({ Int($0) })
        {
            body = .stream(UnreadBody(), length: length)
        }
        return plan(
            for: exchange,
            sending: Response(status: response.status, reason: response.reason, headers: headers, body: body, framing: response.framing))
    }

    /// The plan, with the ticket of its entry in the journal.
    private func plan(for exchange: ProxyExchange, sending response: Response) -> WirePlan {
        var counter = session.faultCounts.counter(exchange.stub.id, response: exchange.responseIndex)
        var plan = exchange.compiled.plan(sending: response, in: exchange.context, settings: exchange.settings, counter: &counter)
        plan.ticket = session.journal.open(
            exchange.request, at: exchange.arrivedAt, processing: environment.clock.now - exchange.arrivedAt, stub: exchange.stub,
            responseIndex: exchange.responseIndex, response: plan.response, isShared: false,
            addedDelay: plan.performance?.initialDelay ?? .zero,
            details: EntryDetails(exchange.context, plan, exchange.compiled.definition, []))
        announce(exchange.stub.webhooks, of: exchange.request, in: exchange.context, ticket: plan.ticket)
        return plan
    }
}

/// The entry of a proxied exchange, from the moment in which the head of its answer has come.
private final class OpenEntry: Sendable {
    let ticket = Mutex<ExchangeTicket?>(nil)
}

/// The body that a HEAD is not sent.
private final class UnreadBody: BodyStream {
    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep { .failed }
    func finish() {}
}

extension ProxySettings {
    /// An answer's fields without what belongs to one connection, and without the length, which the wire writes itself.
    fileprivate func passed(_ headers: HeaderFields) -> HeaderFields {
        HeaderFields(
            headers.filter { field in
                let name = field.name.lowercased()
                return !UpstreamRequest.connectionFields.contains(name) && name != "content-length"
                    && !(dropsOriginRules && name.hasPrefix("access-control-"))
            })
    }
}
