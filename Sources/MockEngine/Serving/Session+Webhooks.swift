internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

extension Session {
    /// A webhook that is due, and where it comes from.
    private struct DueWebhook: Sendable {
        let request: UpstreamRequest
        /// The entry that shows it; nil without a journal.
        let ticket: ExchangeTicket?
        /// The stub's name, or else its id.
        let stub: String
    }

    /// A longer response to a webhook counts as a failure.
    private static let maximumResponseBytes = 1 << 20

    /// What a webhook notes whose template reads a body that it does not have.
    private static let missingBody = SubEvent.message(
        .warning,
        "The webhook's {{response.body}} is empty. Only a body in memory is there, and one of another server that has arrived whole and has "
            + "at most \(FetchedBody.maximumBytes) bytes.")

    /// Opens the entry that the webhooks write to when the exchange is over.
    func announceWebhooks(_ serve: inout ServeEvent) {
        guard let ticket = serve.ticketOrNew() else { return }
        serve.settleName(journal.id(of: ticket))
    }

    func sendWebhooks(after serve: inout ServeEvent) {
        for webhook in serve.webhooks { send(webhook, &serve) }
    }

    /// A webhook with `s3Event` is sent only if the request has created or removed something.
    private func send(_ webhook: CompiledWebhook, _ serve: inout ServeEvent) {
        let event = webhook.postsEvent ? serve.contentEvent?() : nil
        if webhook.postsEvent, event == nil { return }
        let ticket = serve.ticket
        do throws(TemplateError) {
            let context = serve.renderContext()
            let response = serve.responseWithBody
            var request = try webhook.request(after: serve.request, response, event: event, in: context)
            request.maximumWholeBodyBytes = Self.maximumResponseBytes
            carry(in: &request)
            let mayBeSent = HopCount.carry(in: &request, after: serve.request)
            let mapping = serve.stub?.mapping
            let due = DueWebhook(request: request, ticket: ticket, stub: mapping?.name ?? mapping?.id.description ?? "<no name or id>")
            guard mayBeSent else { return failed(due, HopCount.webhookRefusal) }
            if webhook.readsResponseBody, let response, !response.body.isInMemory, response.sendsBody(to: serve.request) {
                note(Self.missingBody, ticket)
            }
            note(SubEvent(.webhookRequest, data: request.loggedJSON(at: clock.now)), ticket)
            let delay = webhook.delay(draws: context.draws)
            guard delay > .zero else { return send(due) }
            guard let number = delayedWebhooks.add({ [self] in endDelay(of: due) }) else { return endDelay(of: due) }
            clock.schedule(after: delay) { [self] in if delayedWebhooks.take(number) { send(due) } }
        } catch {
            guard serve.isPaused else { return failed(error.message, ticket) }
            let paused = serve
            let isQueued = environment.work?.submit { [self] in
                var serve = paused
                serve.resume()
                send(webhook, &serve)
            }
            if isQueued != true { failed("making it takes long, and the server has too much other work", ticket) }
        }
    }

    /// Tells that a webhook could not be made.
    private func failed(_ reason: String, _ ticket: ExchangeTicket?) {
        note(.message(.error, "Exception thrown while configuring webhook: \(reason)"), ticket)
        environment.observer?.webhookFailed(to: nil, reason)
    }

    /// The server stops. Delays in real time end; a manual clock never comes to the time.
    private func endDelay(of due: DueWebhook) {
        if clock.isManual { failed(due, "the server stopped before the session's clock came to its time") } else { send(due) }
    }

    private func send(_ due: DueWebhook) {
        guard let upstream = environment.upstream else { return failed(due, "this server sends no requests to others") }
        let isTaken = environment.webhooks.add { [self] done in
            _ = upstream.send(due.request) { [self] result in
                switch result {
                case .success(let response): note(SubEvent(.webhookResponse, data: response.loggedJSON), due.ticket)
                case .failure(.cancelled): failed(due, "the server stopped before the response came")
                case .failure(let error) where error.isDenial: denied(due, "\(error)")
                case .failure(let error): failed(due, "\(error)")
                }
                done()
            }
        }
        if !isTaken { failed(due, WebhookQueue.refusal) }
    }

    private func failed(_ due: DueWebhook, _ reason: String) {
        report(due, "Failed to fire webhook \(due.request.method) \(due.request.url): \(reason)", reason)
    }

    /// Begins with WireMock's sentence.
    private func denied(_ due: DueWebhook, _ reason: String) {
        let sentence = "The target webhook address \(due.request.url) specified by stub \(due.stub) is denied in WireMock's configuration."
        report(due, "\(sentence) \(reason)", reason)
    }

    private func report(_ due: DueWebhook, _ message: String, _ reason: String) {
        note(.message(.error, message), due.ticket)
        environment.observer?.webhookFailed(to: due.request.url, reason)
    }

    private func note(_ event: SubEvent, _ ticket: ExchangeTicket?) { if let ticket { journal.note([event], for: ticket) } }
}

extension ServeEvent {
    /// The response with the body that was kept for webhooks, if it was streamed.
    fileprivate var responseWithBody: Response? {
        guard let response, !response.body.isInMemory, let bytes = fetchedBody?.bytes else { return response }
        return Response(status: response.status, reason: response.reason, headers: response.headers, body: .bytes(bytes))
    }
}

extension UpstreamRequest {
    /// The request as the journal shows it.
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
    /// The response as the journal shows it.
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
