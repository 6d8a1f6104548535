internal import Handlebars
internal import HTTPMessage
internal import JSONDocument

extension Session {
    /// A longer response to a webhook counts as a failure.
    private static let maximumResponseBytes = 1 << 20

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
            var request = try webhook.request(after: serve.request, serve.response, event: event, in: context)
            request.maximumWholeBodyBytes = Self.maximumResponseBytes
            carry(in: &request)
            guard HopCount.carry(in: &request, after: serve.request) else { return failed(request, HopCount.webhookRefusal, ticket) }
            let delay = webhook.delay(draws: context.draws)
            if delay > .zero {
                clock.schedule(after: delay) { [self, request] in send(request, ticket) }
            } else {
                send(request, ticket)
            }
        } catch {
            let event = serve
            let isQueued =
                serve.isPaused
                && environment.work?.submit { [self] in
                    var serve = event
                    serve.resume()
                    send(webhook, &serve)
                } == true
            if !isQueued {
                note(.message(.error, "Exception thrown while configuring webhook: \(error.message)"), ticket)
                environment.observer?.webhookFailed(to: nil, error.message)
            }
        }
    }

    private func send(_ request: UpstreamRequest, _ ticket: ExchangeTicket?) {
        guard let upstream = environment.upstream else {
            failed(request, "this server sends no requests to others", ticket)
            return
        }
        let isTaken = environment.webhooks.add { [self] done in
            note(SubEvent(.webhookRequest, data: request.loggedJSON(at: clock.now)), ticket)
            _ = upstream.send(request) { [self] result in
                switch result {
                case .success(let response): note(SubEvent(.webhookResponse, data: response.loggedJSON), ticket)
                case .failure(.cancelled): failed(request, "the server stopped before the response came", ticket)
                case .failure(let error): failed(request, "\(error)", ticket)
                }
                done()
            }
        }
        if !isTaken { failed(request, WebhookQueue.refusal, ticket) }
    }

    private func failed(_ request: UpstreamRequest, _ reason: String, _ ticket: ExchangeTicket?) {
        note(.message(.error, "Failed to fire webhook \(request.method) \(request.url): \(reason)"), ticket)
        environment.observer?.webhookFailed(to: request.url, reason)
    }

    private func note(_ event: SubEvent, _ ticket: ExchangeTicket?) { if let ticket { journal.note([event], for: ticket) } }
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
