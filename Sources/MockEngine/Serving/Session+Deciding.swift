internal import HTTPMessage
internal import StubModel

/// Turns a known response into a plan for the wire.
extension Session {
    /// Delays, pace and faults refer to the bytes that are sent, so they are decided after the filters.
    func decide(_ serve: inout ServeEvent) {
        defer { if serve.tellsDelivery { serve.plan?.tellsDelivery = true } }
        if serve.isRefused { return }
        if let compiled = serve.compiled, let response = serve.response {
            // A 500 from this server itself explains the failure, so modifiers do not change it.
            var sent = serve.modifiers.isEmpty || serve.failure != nil ? response : serve.modified(response)
            if compiled.mayBeCoded {
                sent = environment.filters.coded(sent, for: serve.request)
                if let tags = serve.codedTags { sent = ContentCoding.notModified(sent, forHoldersOf: tags) }
            }
            if compiled.isImmediate, !serve.view.delaysEverything, serve.modifiers.isEmpty {
                serve.plan = WirePlan(sent)
                if compiled.staticResponse == nil { serve.measure() }
            } else {
                plan(&serve, sending: sent, settings: serve.view.settings)
            }
        } else if serve.isFromFile || serve.isAbsent, !serve.modifiers.isEmpty, serve.failure == nil, let response = serve.plan?.response {
            // The settings' delays apply to stubs only.
            let sent = serve.modified(response)
            plan(&serve, sending: sent, settings: EngineSettings())
        }
        if let arrival = serve.arrival, !arrival.urlPrefix.isEmpty, !serve.request.prefixBytes.isEmpty, let plan = serve.plan {
            serve.plan?.response = plan.response.insideSession(prefix: arrival.urlPrefix)
        }
        if environment.fixtures.isStale, serve.stub != nil { serve.plan?.furtherFields.append(name: "Understudy-Fixtures", value: "stale") }
        if serve.request.arrival.listener == .s3, !environment.filters.allowsOrigins { addOriginFields(&serve) }
        guard environment.filters.allowsOrigins, let response = serve.plan?.response else { return }
        serve.plan?.furtherFields.append(contentsOf: environment.filters.originFields(for: response, to: serve.request))
    }

    /// A page reads a scripted response of S3 as it reads those of S3 itself, unless the stub says something about that.
    private func addOriginFields(_ serve: inout ServeEvent) {
        guard serve.stub != nil, let plan = serve.plan, serve.request.firstHeaderIndex("Origin") != nil,
            !plan.response.headers.contains("Access-Control-Allow-Origin")
        else { return }
        let fields = environment.contents?.originFields(for: serve.request, beside: plan, in: self) ?? []
        serve.plan?.furtherFields.append(contentsOf: fields)
    }

    /// Adds the delays, faults, hold and limits of the stub and its modifiers.
    private func plan(_ serve: inout ServeEvent, sending response: Response, settings: EngineSettings) {
        if !serve.modifiers.isEmpty { serve.response = response }
        let behavior = ResponseBehavior(sources: serve.behaviors)
        let ownFields = serve.ownFields(beside: response)
        if behavior.hold != nil, serve.arrivalMoment == nil {
            serve.arrivalMoment = serve.release ?? clock.moment(atUptime: serve.arrivalUptime)
        }
        serve.plan = behavior.plan(
            sending: response, draws: serve.log(), latencyScale: serve.arrivalMoment == nil ? clock.latencyFactor : 1, settings: settings,
            counts: faultCounts)
        let hasUpload = serve.upload != nil || serve.request.body.count > 0
        if let reason = behavior.idleFault(for: serve.request, hasUpload: hasUpload, sending: response) {
            serve.notes.append(.message(.warning, reason))
        }
        serve.plan?.ownFields = ownFields
        serve.hold = behavior.hold
        serve.network = behavior.network
        serve.bitsPerSecond = behavior.bitsPerSecond
        serve.isScripted = true
        serve.measure()
    }

    /// Gives a response of S3 the session's time as its `Date`, for a clock that is not the machine's: clients correct their own clock by
    /// it. A stub's own `Date` stays; that of a proxied target was left out.
    func date(_ serve: inout ServeEvent) {
        guard let response = serve.plan?.response, !response.headers.contains("Date") else { return }
        var headers = response.headers
        headers.append(name: "Date", value: HTTPDate(secondsSinceEpoch: Int(clock.now.milliseconds) / 1_000).text)
        serve.plan?.response = response.with(headers: headers)
    }

    /// Whether compressing the response takes long enough to move it off the wire's worker.
    @inline(__always)
    func takesLongToCode(_ serve: borrowing ServeEvent) -> Bool {
        guard let response = serve.response, ContentCoding.isLong(response), let compiled = serve.compiled, compiled.mayBeCoded else {
            return false
        }
        return environment.filters.takesLong(response, for: serve.request)
    }
}
