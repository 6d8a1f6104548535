internal import HTTPMessage
internal import StubModel

/// What the recorder, the webhooks and the journal get of proxied exchanges.
extension Session {
    /// Tells the recorder of a request that is about to be passed on.
    /// - Returns: nil without a recorder.
    func beginPassage(of serve: ServeEvent, to proxy: ProxyDefinition) -> ProxyPassage? {
        options.proxyObserver?.begin(exchange(of: serve, to: proxy))
    }

    /// Passes the response to the recorder, its body to the webhooks, and a body that arrived after the entry was made to the journal.
    func observer(of serve: ServeEvent, to proxy: ProxyDefinition, _ passage: ProxyPassage?) -> UpstreamRequest.Observer {
        let recorder = options.proxyObserver
        let forWebhooks = serve.fetchedBody == nil ? 0 : FetchedBody.maximumBytes
        let limit = max(recorder?.maximumBodyBytes ?? 0, environment.journal.maximumBodyBytes, forWebhooks)
        return UpstreamRequest.Observer(maximumBodyBytes: limit) { [self] result in
            if case .success(let response) = result, case .bytes(let bytes) = response.body {
                serve.fetchedBody?.keep(bytes)
                if let ticket = serve.ticket { journal.keep(bytes, for: ticket) }
            }
            guard let recorder, let passage else { return }
            recorder.end(passage, exchange(of: serve, to: proxy).ended(by: result, environment.proxying, recorder.maximumBodyBytes))
        }
    }

    /// Without its response.
    private func exchange(of serve: ServeEvent, to proxy: ProxyDefinition) -> ProxiedExchange {
        ProxiedExchange(
            request: serve.request, arrivedAt: serve.arrivedAt, sequence: journal.settings.isEnabled ? serve.ticket?.number : nil,
            route: (proxy, environment.proxying), status: 0, headers: [], body: [])
    }
}

extension ProxiedExchange {
    fileprivate func ended(
        by result: Result<Response, UpstreamError>, _ settings: ProxySettings, _ maximumBodyBytes: Int
    ) -> ProxiedExchange {
        var exchange = self
        switch result {
        case .success(let response):
            guard case .bytes(let bytes) = response.body, bytes.count <= maximumBodyBytes else {
                exchange.loss = "the body is longer than \(maximumBodyBytes) bytes"
                break
            }
            exchange.status = response.status
            exchange.headers = settings.passed(response, to: request)
            exchange.body = bytes
            exchange.loss = HopCount.reasonNotToRecord(response)
        case .failure(.cancelled): exchange.loss = "the client left, or this server stopped, before the whole response had come"
        case .failure(let error): exchange.loss = "\(error)"
        }
        return exchange
    }
}

extension UpstreamRequest {
    /// Asks for what a stub can give to every client: a whole response, in the coding that the recorder reads (decision 0266).
    /// - Parameter captured: the names of the fields that the stub matches, in lower case. They stay.
    mutating func askForWhole(keeping captured: Set<String>) {
        if method == "GET" || method == "HEAD" {
            for name in ["If-None-Match", "If-Modified-Since"] where !captured.contains(name.lowercased()) { headers.remove(name) }
        }
        guard headers.contains("Accept-Encoding"), !captured.contains("accept-encoding") else { return }
        // The length for HEAD, and the place of a part, are those in the plain body, as the recorder keeps it.
        let takesGzip = method != "HEAD" && !headers.contains("Range") && ContentCoding.accepts(headers)
        headers.set("Accept-Encoding", takesGzip ? "gzip" : "identity")
    }
}

extension Result<Response, UpstreamError> {
    /// A response whose fields lead to this server.
    func localized(_ address: ProxiedAddress) -> Self {
        map { $0.with(headers: address.localizing($0.headers)) }
    }
}
