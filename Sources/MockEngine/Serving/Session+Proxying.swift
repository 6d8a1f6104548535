internal import Handlebars
internal import HTTPMessage
internal import StubModel

extension Session {
    /// Sends the request to the target of a stub that proxies. The response or the error arrives on a thread of the client's.
    /// - Returns: nil if the response is known already: a 500 that says why the target cannot be called.
    func proxy(_ serve: inout ServeEvent) -> ResponseSource? {
        let context = serve.renderContext()
        let proxy: ProxyDefinition
        do throws(TemplateError) {
            guard let target = try serve.compiled?.proxyTarget(for: serve.request, in: context) else {
                return refuse(&serve, "The stub has no target.")
            }
            proxy = target
            if serve.compiled?.rendersProxy == true { serve.proxy = target }
        } catch {
            if serve.isPaused { return .rendering }
            return refuse(&serve, "Rendering the proxy's target failed: \(error.message).", exceeding: error.exceededSetting)
        }
        guard let upstream = environment.upstream else { return refuse(&serve, "This server does not proxy.") }
        guard var request = UpstreamRequest(passing: serve.passedRequest, to: proxy, environment.proxying) else {
            return refuse(&serve, "The target proxy address `\(proxy.baseURL + serve.request.target)` is not an absolute URL.")
        }
        guard HopCount.carry(in: &request, after: serve.request) else {
            let source = serve.stub?.id == ProxySettings.lastResort ? environment.proxying.lastResortSource : nil
            let mark: HeaderFields = [(HopCount.fieldName, String(HopCount.maximum))]
            return refuse(&serve, HopCount.refusal(url: request.url, lastResort: source), headers: mark)
        }
        if serve.webhooks.contains(where: \.readsResponseBody) { serve.fetchedBody = FetchedBody() }
        return ResponseSource { [request] session, serve, complete in
            var request = request
            session.carry(in: &request)
            let passage = session.beginPassage(of: serve, to: proxy)
            if let captured = passage?.capturedFields { request.askForWhole(keeping: captured) }
            request.observer = session.observer(of: serve, to: proxy, passage)
            request.isOperators =
                TargetAuthority(literalIn: request.origin).map { serve.stub?.operatorTargets.contains($0) ?? false } ?? false
            let url = request.url
            let call = upstream.send(request) { result in
                var serve = serve
                serve.resume()
                let isRecorded = passage?.capturedFields != nil
                let address = isRecorded ? ProxiedAddress(proxy, serve.request, session.environment.proxying) : nil
                serve.response = session.response(to: &serve, address.map { result.localized($0) } ?? result, from: url)
                complete(serve)
            }
            return { call.cancel() }
        }
    }

    private func refuse(
        _ serve: inout ServeEvent, _ sentence: String, headers: HeaderFields = [], exceeding setting: String? = nil
    ) -> ResponseSource? {
        serve.response = .text(500, sentence, headers: headers)
        serve.fail(sentence, exceeding: setting)
        return nil
    }

    private func response(to serve: inout ServeEvent, _ result: Result<Response, UpstreamError>, from url: String) -> Response {
        switch result {
        case .success(let response): return passed(response, to: &serve)
        case .failure(.cancelled): return .text(500, "")
        case .failure(let error) where error.isDenial:
            serve.fail("\(error)")
            let hint = HeaderFields([HeaderFields.Field(MissReport.hintField, MissReport.fieldText("\(error)"))])
            return .text(500, UpstreamError.denial, headers: hint)
        case .failure(let error):
            let kind = if case .tlsFailed = error { "SSL" } else { "Network" }
            let sentence = "\(kind) failure trying to make a proxied request from Understudy to \(url)\r\n\(error)"
            serve.fail("Proxying to \(url) failed: \(error)")
            return .text(500, sentence)
        }
    }

    /// Names the session in a request to another server, in place of any other session: a chain of services passes baggage on.
    func carry(in request: inout UpstreamRequest) {
        guard number != 0 else { return }
        var headers = HeaderFields(
            request.headers.compactMap { field in
                guard ASCII.equalsIgnoringCase(field.name, "baggage") else { return field }
                let others = Baggage.removing(SessionCarrier.baggageKey, from: field.value)
                return others.isEmpty ? nil : HeaderFields.Field(field.name, others)
            })
        // It takes precedence over baggage at the next server.
        if headers.first(SessionCarrier.headerName) != identity.id { headers.remove(SessionCarrier.headerName) }
        headers.append(name: "baggage", value: "\(SessionCarrier.baggageKey)=\(identity.id)")
        request.headers = headers
    }

    /// The target's response, with the definition's own fields appended. A `Content-Type` replaces the target's.
    private func passed(_ response: Response, to serve: inout ServeEvent) -> Response {
        var headers = environment.proxying.passed(response, to: serve.request)
        // The session's time takes its place: see `date`.
        if clock.isManual, serve.request.arrival.listener == .s3 { headers.remove("Date") }
        do throws(TemplateError) {
            for field in try serve.compiled?.renderedHeaders(for: serve.request, in: serve.renderContext()) ?? [] {
                // A response has one type.
                if ASCII.equalsIgnoringCase(field.name, "Content-Type") { headers.remove(field.name) }
                headers.append(name: field.name, value: field.value)
            }
        } catch {
            let sentence = "Rendering the response's fields failed: \(error.message)."
            serve.fail(sentence, exceeding: error.exceededSetting)
            return .text(500, sentence + "\n")
        }
        var body = response.body
        if serve.request.isHead {
            body = .stream(UnreadBody(), length: response.headers.contentLength)
        } else if number != 0, case .stream(let stream, let length) = body {
            body = .stream(SessionBody(stream, in: pendingSources), length: length)
        }
        return Response(status: response.status, reason: response.reason, headers: headers, body: body, framing: response.framing)
    }
}

extension Request {
    fileprivate var isHead: Bool { methodBytes.elementsEqual("HEAD".utf8) }
}

/// The body that is not sent in response to a HEAD. Its length is the target's, which may be unknown.
private final class UnreadBody: BodyStream {
    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep { .failed }
    func finish() {}
}

extension ProxySettings {
    /// A response's fields without those of the connection, and without the length of a body, which the wire writes itself. Where no body
    /// is sent, to HEAD and with a 304, the length is the target's.
    func passed(_ response: Response, to request: Request) -> HeaderFields {
        var dropped = UpstreamRequest.connectionFields(of: response.headers)
        if request.isHead || response.status == 304 { dropped.remove("content-length") } else { dropped.insert("content-length") }
        return HeaderFields(
            response.headers.filter { field in
                let name = field.name.lowercased()
                return !dropped.contains(name) && !(dropsOriginRules && name.hasPrefix("access-control-"))
            })
    }
}
