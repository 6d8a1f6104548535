internal import Handlebars
internal import HTTPMessage
internal import JSONDocument

extension MockEngine {
    /// A longer answer to a webhook is noted as a failure.
    private static let maximumAnswerBytes = 1 << 20

    /// Has webhooks sent: those that come first now, the others when the exchange is over. Without a journal there is no telling when that
    /// is, and all are sent now.
    func announce(_ webhooks: [CompiledWebhook], of request: Request, in context: RenderContext, ticket: ExchangeTicket?) {
        if webhooks.isEmpty { return }
        if let ticket { context.requestID?.settle(session.journal.id(of: ticket)) }
        let now = webhooks.filter { $0.comesFirst || ticket == nil }
        let later = webhooks.filter { !$0.comesFirst && ticket != nil }
        send(now, after: request, in: context, ticket)
        if let ticket, !later.isEmpty { session.webhooks.add(.init(webhooks: later, request: request, context: context), for: ticket) }
    }

    func sendWebhooks(after ticket: ExchangeTicket) {
        guard let entry = session.webhooks.take(ticket) else { return }
        send(entry.webhooks, after: entry.request, in: entry.context, ticket)
    }

    private func send(_ webhooks: [CompiledWebhook], after original: Request, in context: RenderContext, _ ticket: ExchangeTicket?) {
        for webhook in webhooks {
            do throws(TemplateError) {
                var request = try webhook.request(after: original, in: context)
                request.maximumWholeBodyBytes = Self.maximumAnswerBytes
                send(request, ticket)
            } catch {
                note(.message(.error, "Failed to send a webhook: \(error.message)."), ticket)
            }
        }
    }

    private func send(_ request: UpstreamRequest, _ ticket: ExchangeTicket?) {
        guard let upstream = environment.upstream else {
            note(.message(.error, "Failed to send a webhook to \(request.url): this server asks no others."), ticket)
            return
        }
        note(SubEvent(.webhookRequest, data: request.loggedJSON(at: environment.clock.now)), ticket)
        _ = upstream.send(request) { [self] result in
            switch result {
            case .success(let response): note(SubEvent(.webhookResponse, data: response.loggedJSON), ticket)
            case .failure(let error): note(.message(.error, "Failed to send a webhook to \(request.url): \(error)"), ticket)
            }
        }
    }

    private func note(_ event: SubEvent, _ ticket: ExchangeTicket?) { if let ticket { session.journal.note([event], for: ticket) } }
}

extension UpstreamRequest {
    /// As the journal shows a request.
    fileprivate func loggedJSON(at time: Timestamp) -> JSONValue {
        var arrival = Arrival.unknown
        arrival.scheme = String(origin.prefix { $0 != ":" })
        var fields = headers
        if !fields.contains("Host") { fields.append(name: "Host", value: String(origin.drop { $0 != "/" }.drop { $0 == "/" })) }
        let bytes = (try? body.bytes()) ?? []
        return LoggedRequest(Request(method: method, target: target, headers: fields, body: bytes, arrival: arrival), loggedAt: time).json
    }
}

extension Response {
    /// As the journal shows a response.
    fileprivate var loggedJSON: JSONValue {
        let bytes: [UInt8] = if case .bytes(let bytes) = body { bytes } else { [] }
        return [
            "status": JSONValue(status),
            "headers": ValuesByName(headers: headers).json,
            "bodyAsBase64": .string(Base64.encode(bytes)),
            "body": .string(BodyText.decode(bytes, contentType: headers.first("Content-Type"))),
        ]
    }
}
